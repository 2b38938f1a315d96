/**
 * Webhook keys. A new key signs in addition to the old one for a day, so that receivers can switch at any time in
 * between.
 */
import type { Actor } from '../../platform/access/actor.ts'
import { requireVersion } from '../../platform/access/require-version.ts'
import { after, type Clock, dayMs } from '../../platform/clock/clock.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { recordAudit } from '../audit/index.ts'
import { insertKey, retireKeys } from './connector-keys.repository.ts'
import { lockConnector } from './connectors.repository.ts'
import type { RotatedKey } from './connectors.schemas.ts'
import { newWebhookKey } from './kinds/sign-webhook.crypto.ts'
import { publishConnectorUpdated } from './notifications.events.ts'
import { notificationProblems } from './notifications.problems.ts'
import { connectorKey } from './sealed-columns.crypto.ts'

export interface WebhookKeysService {
  rotate(actor: Actor, id: Id<'ntc'>): Promise<RotatedKey>
}

export function createWebhookKeysService(options: {
  database: Database
  sealer: Sealer
  clock: Clock
}): WebhookKeysService {
  const { database, sealer, clock } = options
  return {
    rotate: (actor, id) =>
      database.tenant(actor.organizationId, async (tx) => {
        const { organizationId } = actor
        const row = await lockConnector(tx, organizationId, id)
        if (row === undefined) throw notFound()
        requireVersion(actor, row.version)
        if (row.kind !== 'webhook') throw new AppError(notificationProblems.connector_has_no_key)
        const previousValidUntil = after(clock, dayMs)
        await retireKeys(tx, organizationId, { connectorId: id, until: previousValidUntil })
        const secret = await addKey(tx, organizationId, { sealer, connectorId: id })
        const { name, kind } = row
        await recordAudit(tx, actor, {
          action: 'connector.secret_rotated',
          targetKind: 'connector',
          targetId: id,
          detail: { name, kind },
        })
        await publishConnectorUpdated(tx, organizationId, { id, action: 'secret_rotated' })
        return { secret, previousValidUntil }
      }),
  }
}

/** Returns the new key, to be shown once. */
export async function addKey(
  tx: Tx,
  organizationId: OrganizationId,
  { sealer, connectorId }: { sealer: Sealer; connectorId: Id<'ntc'> },
): Promise<string> {
  const key = newWebhookKey()
  const id = newId('ntc')
  const sealedKey = await sealer.seal(contextOf(connectorKey, id, organizationId), new Secret(key))
  await insertKey(tx, organizationId, { id, connectorId, sealedKey })
  return key
}

/** Worker side of the calls about storage locations and backup keys. */

import type { Database, OrganizationId } from '../../../../platform/database/database.ts'
import { AppError, notFound } from '../../../../platform/errors/app-error.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import { handleCall, type LinkHandler } from '../../../../platform/link/call.ts'
import { RefusedError } from '../../../../platform/link/link-problems.ts'
import { contextOf } from '../../../../platform/secrets/sealed-column.ts'
import type { Secret } from '../../../../platform/secrets/secret.ts'
import { SecretReleases } from '../../../audit/index.ts'
import { ensureBackupKey, openBackupKey } from '../backup-key.crypto.ts'
import { findDestination } from '../destinations.repository.ts'
import { openStore, type StoreTools, storeOf } from '../open-store.remote.ts'
import { writeRecoveryKit } from '../recovery-kit.crypto.ts'
import { destinationSecret } from '../sealed-values.crypto.ts'
import { faultOf, tryStore } from '../try-store.remote.ts'
import { checkDestination, exportBackupKey, makeBackupKey, tryDestination } from './schedules.definition.ts'

export function createBackupScheduleCalls(tools: StoreTools): LinkHandler[] {
  const releases = new SecretReleases(tools.database)
  return [
    handleCall(tryDestination, async ({ configuration, secret, secretOf }, context) => {
      const organizationId = required(context.organizationId)
      const opened = secret ?? (secretOf === null ? null : await openSecret(tools, organizationId, secretOf))
      await tryStore(storeOf(tools, organizationId, { configuration, secret: opened }), context.signal)
      return null
    }),
    handleCall(checkDestination, async ({ destinationId }, context) => {
      try {
        await tryStore(await openStore(tools, required(context.organizationId), destinationId), context.signal)
        return { problem: null }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { problem: faultOf(error) }
      }
    }),
    handleCall(makeBackupKey, async (_, context) => {
      await ensureBackupKey(tools, required(context.organizationId))
      return null
    }),
    handleCall(exportBackupKey, async ({ recipient }, context) => {
      const organizationId = required(context.organizationId)
      const key = await openBackupKey(tools, organizationId)
      const { actorId } = context
      await releases.record(organizationId, { targetKind: 'backup_key', targetId: key.id, actorId, recipient })
      return { ciphertext: await writeRecoveryKit(key, recipient) }
    }),
  ]
}

async function openSecret(
  { database, unsealer }: Pick<StoreTools, 'unsealer'> & { database: Database },
  organizationId: OrganizationId,
  id: Id<'bds'>,
): Promise<Secret | null> {
  const row = await database.tenant(organizationId, (tx) => findDestination(tx, organizationId, id))
  if (row === undefined) throw notFound()
  if (row.sealed_secret === null) return null
  return await unsealer.unseal(contextOf(destinationSecret, id, organizationId), row.sealed_secret)
}

function required<Value>(value: Value | null): Value {
  if (value === null) throw new RefusedError('invalid_arguments')
  return value
}

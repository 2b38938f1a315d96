/** Reveals secrets to people through the worker. The API forwards what it can't read, and records who asked. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import { type AuditAction, recordAudit } from '../audit/index.ts'
import { revealCredential, revealVariable } from './calls/reveal.definition.ts'
import { environmentProblems } from './environments.problems.ts'
import { requireEnvironment } from './read-environment.query.ts'
import { requirePerson, requireRecipient } from './require-reveal.query.ts'
import type { Revealed } from './reveal.schemas.ts'
import { findServiceCredential } from './service-credentials.repository.ts'
import { listServices } from './services.repository.ts'
import { requireVariable } from './variables.service.ts'

export interface RevealService {
  variable(
    actor: Actor,
    id: Id<'env'>,
    wanted: { key: string; service: string | undefined; recipient: string },
  ): Promise<Revealed>
  credential(actor: Actor, id: Id<'env'>, wanted: { serviceId: Id<'svc'>; recipient: string }): Promise<Revealed>
}

interface Options {
  database: Database
  clock: Clock
  link: Pick<LinkClient, 'call'>
}

/** The audit entry is written before the value leaves, so every reveal leaves a trace. */
export function createRevealService({ database, clock, link }: Options): RevealService {
  return {
    async variable(actor, id, { key, service, recipient }) {
      const { organizationId } = actor
      const variableId = await database.tenant(organizationId, async (tx) => {
        await requireEnvironment(tx, organizationId, id)
        const row = await requireVariable(tx, actor, { id, key, service })
        requirePerson(clock, actor)
        if (row.is_sealed) throw new AppError(environmentProblems.variable_sealed)
        if (!row.is_secret) throw new AppError(environmentProblems.variable_not_secret)
        await requireRecipient(recipient)
        await audit(tx, actor, id, {
          action: 'environment.variable_revealed',
          detail: { key, service: service ?? null },
        })
        return row.id
      })
      return await link.call(revealVariable, { variableId, recipient }, callOptions(actor))
    },
    async credential(actor, id, { serviceId, recipient }) {
      const { organizationId } = actor
      await database.tenant(organizationId, async (tx) => {
        await requireEnvironment(tx, organizationId, id)
        const service = (await listServices(tx, organizationId, [id])).find((each) => each.id === serviceId)
        const credential = await findServiceCredential(tx, organizationId, serviceId)
        if (service === undefined || credential === undefined) throw notFound()
        requirePerson(clock, actor)
        await requireRecipient(recipient)
        await audit(tx, actor, id, { action: 'environment.credential_revealed', detail: { service: service.name } })
      })
      return await link.call(revealCredential, { serviceId, recipient }, callOptions(actor))
    },
  }
}

async function audit(
  tx: Tx,
  actor: Actor,
  id: Id<'env'>,
  entry: { action: AuditAction; detail: Record<string, unknown> },
): Promise<void> {
  await recordAudit(tx, actor, { ...entry, targetKind: 'environment', targetId: id })
}

function callOptions(actor: Actor): { organizationId: OrganizationId; actorId: string } {
  return { organizationId: actor.organizationId, actorId: actor.userId }
}

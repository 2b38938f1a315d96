/** Recovery drills and recovery settings in the API. */
import type { Actor } from '../../../../platform/access/actor.ts'
import type { Database, Tx } from '../../../../platform/database/database.ts'
import { readNow } from '../../../../platform/database/read-now.ts'
import { createOnce } from '../../../../platform/idempotency/create-once.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import { type Page, type PageQuery, toPage } from '../../../../platform/pagination/page.schemas.ts'
import { recordAudit } from '../../../audit/index.ts'
import {
  publishEnvironmentUpdated,
  requireChangeableEnvironment,
  requireEnvironment,
} from '../../../environments/index.ts'
import { requireServer } from '../../../servers/index.ts'
import { toDrill, toRecoverySettings } from './drill.mapper.ts'
import { listDrills } from './drills.repository.ts'
import type { Drill, DrillBody, RecoverySettings, RecoverySettingsBody } from './drills.schemas.ts'
import { findRecoverySettings, saveRecoverySettings } from './recovery-settings.repository.ts'
import { startDrill } from './start-drill.action.ts'

export interface DrillsService {
  list(actor: Actor, id: Id<'env'>, query: PageQuery): Promise<Page<Drill>>
  start(actor: Actor, id: Id<'env'>, body: DrillBody): Promise<Drill>
  configure(actor: Actor, id: Id<'env'>, body: RecoverySettingsBody): Promise<RecoverySettings>
}

export function createDrillsService({ database }: { database: Database }): DrillsService {
  return {
    async list({ organizationId }, environmentId, { cursor, limit }) {
      const rows = await database.tenant(organizationId, async (tx) => {
        await requireEnvironment(tx, organizationId, environmentId)
        return await listDrills(tx, organizationId, { environmentId, before: cursor, limit })
      })
      const page = toPage(rows, limit)
      return { ...page, items: page.items.map(toDrill) }
    },
    start: (actor, id, body) => createOnce(database, actor, (tx) => start(tx, actor, { id, body })),
    configure: (actor, id, body) => database.tenant(actor.organizationId, (tx) => configure(tx, actor, { id, body })),
  }
}

async function start(tx: Tx, actor: Actor, { id, body }: { id: Id<'env'>; body: DrillBody }): Promise<Drill> {
  const { organizationId } = actor
  const environment = await requireChangeableEnvironment(tx, organizationId, id)
  const request = { environment, trigger: 'manual', serverId: body.serverId ?? null, by: actor } as const
  const row = await startDrill(tx, organizationId, request)
  const detail = { drillId: encodeId('drl', row.id), serverId: encodeId('srv', row.server_id) }
  await recordAudit(tx, actor, {
    action: 'environment.drill_requested',
    targetKind: 'environment',
    targetId: id,
    detail,
  })
  const { project_id: projectId } = environment
  await publishEnvironmentUpdated(tx, organizationId, { id, projectId, action: 'drill_queued', detail })
  return toDrill(row)
}

async function configure(
  tx: Tx,
  actor: Actor,
  { id, body }: { id: Id<'env'>; body: RecoverySettingsBody },
): Promise<RecoverySettings> {
  const { organizationId } = actor
  const environment = await requireChangeableEnvironment(tx, organizationId, id)
  if (body.drillServerId != null) await requireServer(tx, organizationId, body.drillServerId)
  const row = await findRecoverySettings(tx, organizationId, id)
  const before = toRecoverySettings(row)
  const { nextDrillAt } = before
  const after = {
    drillEvery: body.drillEvery === undefined ? before.drillEvery : body.drillEvery,
    drillServerId: body.drillServerId === undefined ? before.drillServerId : body.drillServerId,
    maxRecoveryMinutes: body.maxRecoveryMinutes === undefined ? before.maxRecoveryMinutes : body.maxRecoveryMinutes,
    maxLossMinutes: body.maxLossMinutes === undefined ? before.maxLossMinutes : body.maxLossMinutes,
  }
  const isNewInterval = after.drillEvery !== before.drillEvery
  // The first drill starts at once, so people see what they turned on.
  const next = after.drillEvery === null ? null : isNewInterval ? await readNow(tx) : nextDrillAt
  await saveRecoverySettings(tx, organizationId, {
    environmentId: id,
    drill_every: after.drillEvery,
    drill_server_id: after.drillServerId,
    max_recovery_minutes: after.maxRecoveryMinutes,
    max_loss_minutes: after.maxLossMinutes,
    next_drill_at: next,
  })
  await recordAudit(tx, actor, {
    action: 'environment.recovery_changed',
    targetKind: 'environment',
    targetId: id,
    detail: { ...after, drillServerId: after.drillServerId === null ? null : encodeId('srv', after.drillServerId) },
  })
  const { project_id: projectId } = environment
  await publishEnvironmentUpdated(tx, organizationId, { id, projectId, action: 'recovery_changed' })
  return { ...after, nextDrillAt: next }
}

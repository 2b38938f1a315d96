/** Recoveries in the API. Each is a deployment on another server, with the data of the newest backups. */
import type { Actor } from '../../../platform/access/actor.ts'
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { createOnce } from '../../../platform/idempotency/create-once.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Deployment } from '../../deployments/deployments.schemas.ts'
import { listDnsChanges } from '../../domains/index.ts'
import {
  type EnvironmentRow,
  listEnvironmentStates,
  listEnvironmentsLiveOn,
  requireChangeableEnvironment,
  requireEnvironment,
} from '../../environments/index.ts'
import { requireServer } from '../../servers/index.ts'
import { findKeptRecovery } from '../moves/moves.repository.ts'
import { cancelLostBackups } from './cancel-backups.action.ts'
import { toDrill, toRecoverySettings } from './drills/drill.mapper.ts'
import { findLastDrill } from './drills/drills.repository.ts'
import { findRecoverySettings } from './drills/recovery-settings.repository.ts'
import type { RecoverBody, RecoverServerBody, Recovery, RecoveryQuery, ServerRecovery } from './recovery.schemas.ts'
import { readRecoveryPlan } from './recovery-plan.query.ts'
import { readPrediction } from './recovery-prediction.query.ts'
import { startRecovery } from './start-recovery.action.ts'

export interface RecoveryService {
  get(actor: Actor, id: Id<'env'>, query: RecoveryQuery): Promise<Recovery>
  recover(actor: Actor, id: Id<'env'>, body: RecoverBody): Promise<Deployment>
  recoverServer(actor: Actor, id: Id<'srv'>, body: RecoverServerBody): Promise<ServerRecovery>
}

export function createRecoveryService({ database }: { database: Database }): RecoveryService {
  return {
    get: ({ organizationId }, id, query) =>
      database.tenant(organizationId, async (tx) => {
        const environment = await requireEnvironment(tx, organizationId, id)
        return await readRecovery(tx, organizationId, { environment, serverId: query.serverId ?? null })
      }),
    recover: (actor, id, body) => createOnce(database, actor, (tx) => recover(tx, actor, { id, body })),
    recoverServer: (actor, id, body) => recoverServer(database, actor, { id, body }),
  }
}

async function recover(tx: Tx, actor: Actor, { id, body }: { id: Id<'env'>; body: RecoverBody }): Promise<Deployment> {
  const { organizationId } = actor
  await cancelLostBackups(tx, organizationId, id)
  const environment = await requireChangeableEnvironment(tx, organizationId, id)
  return await startRecovery(tx, actor, { environment, body })
}

/** Each environment has its own transaction, so one that can't be recovered doesn't hold up the others. */
async function recoverServer(
  database: Database,
  actor: Actor,
  { id, body }: { id: Id<'srv'>; body: RecoverServerBody },
): Promise<ServerRecovery> {
  const { organizationId } = actor
  const states = await database.tenant(organizationId, async (tx) => {
    await requireServer(tx, organizationId, id)
    await requireServer(tx, organizationId, body.serverId)
    return await listEnvironmentStates(tx, organizationId, await listEnvironmentsLiveOn(tx, organizationId, id))
  })
  const items: ServerRecovery['items'] = []
  for (const { id: environmentId, name: environment } of states) {
    try {
      const asked = { id: environmentId, body: { ...body, withoutData: [] } }
      const deployment = await database.tenant(organizationId, (tx) => recover(tx, actor, asked))
      items.push({ environmentId, environment, deployment, problem: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code, hint } = error.problem
      items.push({ environmentId, environment, deployment: null, problem: { code, detail: error.message, hint } })
    }
  }
  return { serverId: id, items }
}

export async function readRecovery(
  tx: Tx,
  organizationId: OrganizationId,
  { environment, serverId }: { environment: EnvironmentRow; serverId: Id<'srv'> | null },
): Promise<Recovery> {
  const { id: environmentId } = environment
  const plan = await readRecoveryPlan(tx, organizationId, environment)
  const to = serverId === null ? null : await requireServer(tx, organizationId, serverId)
  const drill = await findLastDrill(tx, organizationId, { environmentId })
  const kept = await findKeptRecovery(tx, organizationId, environmentId)
  const dns =
    plan.server === null ? [] : await listDnsChanges(tx, organizationId, { environmentId, from: plan.server, to })
  return {
    environmentId,
    serverId: plan.server?.id ?? null,
    isServerLost: plan.server?.status === 'unreachable',
    isRecoverable: plan.obstacles.length === 0,
    obstacles: plan.obstacles,
    data: plan.data.map(({ backup, ...data }) => ({
      ...data,
      backupId: backup?.id ?? null,
      dataAt: backup?.dataAt ?? null,
      location: backup?.location ?? null,
      isProven: backup?.isProven ?? false,
    })),
    predicted: await readPrediction(tx, organizationId, { environmentId, plan }),
    dns,
    oldData:
      kept === undefined
        ? null
        : {
            deploymentId: kept.id,
            serverId: kept.from_server_id,
            since: kept.created_at,
            fencedAt: kept.fenced_at,
          },
    settings: toRecoverySettings(await findRecoverySettings(tx, organizationId, environmentId)),
    lastDrill: drill === undefined ? null : toDrill(drill),
  }
}

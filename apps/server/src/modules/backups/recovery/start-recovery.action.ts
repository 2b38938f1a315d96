/**
 * Starts a recovery: a move whose data comes from backups, because its old server is lost. Checks that nothing is lost
 * without a person's consent, and queues the deployment.
 */
import type { Actor } from '../../../platform/access/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { readNow } from '../../../platform/database/read-now.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Deployment } from '../../deployments/deployments.schemas.ts'
import { deployLiveRelease } from '../../deployments/index.ts'
import {
  type EnvironmentRow,
  environmentProblems,
  requireIdleEnvironment,
  updateEnvironment,
} from '../../environments/index.ts'
import { requireConnectedServer } from '../../servers/index.ts'
import { beginMove } from '../moves/begin-move.action.ts'
import { moveProblems } from '../moves/moves.problems.ts'
import { findKeptMove } from '../moves/moves.repository.ts'
import type { RecoveredData } from '../moves/moves.schemas.ts'
import { recoveryProblems } from './recovery.problems.ts'
import type { RecoverBody } from './recovery.schemas.ts'
import { lossOf } from './recovery-figures.policy.ts'
import { type RecoveryPlan, readRecoveryPlan } from './recovery-plan.query.ts'

/** The caller has locked the environment's row. Publishes events, so call it last. */
export async function startRecovery(
  tx: Tx,
  actor: Actor,
  { environment, body }: { environment: EnvironmentRow; body: RecoverBody },
): Promise<Deployment> {
  const { organizationId } = actor
  const { id: environmentId, live_server_id: fromServerId } = environment
  const { serverId } = body
  const plan = await readRecoveryPlan(tx, organizationId, environment)
  if (fromServerId === null || plan.server === null) throw new AppError(environmentProblems.environment_not_deployed)
  if (serverId === fromServerId) throw new AppError(recoveryProblems.recovery_same_server)
  if (plan.server.status !== 'unreachable' && !body.force)
    throw new AppError(recoveryProblems.recovery_server_reachable)
  await requireConnectedServer(tx, organizationId, serverId)
  const backups = chooseBackups(plan, body, await readNow(tx))
  await requireIdleEnvironment(tx, environment)
  if ((await findKeptMove(tx, organizationId, { environmentId, serverId })) !== undefined)
    throw new AppError(moveProblems.move_data_kept)
  // A build server that is lost too can't build the images again.
  const builder = environment.build_server_id === fromServerId ? { build_server_id: null } : {}
  await updateEnvironment(tx, organizationId, { id: environmentId, server_id: serverId, ...builder })
  await recordAudit(tx, actor, {
    action: 'environment.recovery_requested',
    targetKind: 'environment',
    targetId: environmentId,
    detail: {
      fromServerId: encodeId('srv', fromServerId),
      toServerId: encodeId('srv', serverId),
      force: body.force,
      withoutData: body.withoutData,
    },
  })
  const deployment = await deployLiveRelease(tx, organizationId, { environmentId, by: actor, trigger: 'recovery' })
  if (deployment === null) throw new AppError(environmentProblems.environment_not_deployed)
  await beginMove(tx, organizationId, {
    ...{ id: deployment.id, environmentId, fromServerId, toServerId: serverId, createdBy: actor.userId },
    kind: 'recovery',
    backups,
  })
  return deployment
}

/** Returns the backup of each database and volume, or throws because data would be lost without consent. */
function chooseBackups({ data, obstacles }: RecoveryPlan, body: RecoverBody, now: Date): RecoveredData[] {
  const isGivenUp = (service: string | null) => service !== null && body.withoutData.includes(service)
  const [impossible] = obstacles.filter(({ code }) => code === 'recovery_impossible')
  if (impossible !== undefined) throw new AppError(recoveryProblems.recovery_impossible, impossible.message)
  const missing = obstacles.filter(({ code, service }) => code === 'recovery_without_backup' && !isGivenUp(service))
  if (missing.length > 0) {
    const names = [...new Set(missing.map(({ service }) => service))].join(', ')
    throw new AppError(recoveryProblems.recovery_without_backup, `No backup outside of the lost server: ${names}.`)
  }
  if (data.length > 0 && !body.allowDataLoss) {
    const seconds = lossOf(
      data.flatMap(({ backup }) => (backup === null ? [] : [backup.dataAt])),
      now,
    )
    const minutes = Math.ceil((seconds ?? 0) / 60)
    const text = `The oldest of the newest backups is ${minutes} min old. What was written since stays on the lost server.`
    throw new AppError(recoveryProblems.recovery_loses_data, text)
  }
  return data.map(({ serviceId, service, volume, backup }) => {
    const used = isGivenUp(service) ? null : backup
    return { serviceId, service, volume, backupId: used?.id ?? null, dataAt: used?.dataAt.toISOString() ?? null }
  })
}

/**
 * Starts a move: checks that nothing blocks it and nothing would be lost, and queues the deployment that moves the
 * data.
 */
import type { Actor } from '../../../platform/access/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { deployLiveRelease } from '../../deployments/index.ts'
import {
  type EnvironmentRow,
  environmentProblems,
  requireIdleEnvironment,
  updateEnvironment,
} from '../../environments/index.ts'
import { requireConnectedServer } from '../../servers/index.ts'
import { hasUndoableRestore } from '../restores/restores.repository.ts'
import { beginMove } from './begin-move.action.ts'
import { moveProblems } from './moves.problems.ts'
import { findKeptMove } from './moves.repository.ts'

/** The caller has locked the environment's row. */
export async function startMove(
  tx: Tx,
  actor: Actor,
  { environment, serverId }: { environment: EnvironmentRow; serverId: Id<'srv'> },
): Promise<void> {
  const { organizationId } = actor
  const { id: environmentId, live_server_id: fromServerId } = environment
  if (fromServerId === null) throw new AppError(environmentProblems.environment_not_deployed)
  if (environment.stopped_at !== null) throw new AppError(environmentProblems.environment_stopped)
  await requireIdleEnvironment(tx, environment)
  for (const id of [fromServerId, serverId]) await requireConnectedServer(tx, organizationId, id)
  if (await hasUndoableRestore(tx, organizationId, environmentId)) throw new AppError(moveProblems.move_restore_open)
  if ((await findKeptMove(tx, organizationId, { environmentId, serverId })) !== undefined)
    throw new AppError(moveProblems.move_data_kept)
  await updateEnvironment(tx, organizationId, { id: environmentId, server_id: serverId })
  const deployment = await deployLiveRelease(tx, organizationId, { environmentId, by: actor })
  if (deployment === null) throw new AppError(environmentProblems.environment_not_deployed)
  const createdBy = actor.userId
  await beginMove(tx, organizationId, {
    id: deployment.id,
    environmentId,
    fromServerId,
    toServerId: serverId,
    createdBy,
  })
}

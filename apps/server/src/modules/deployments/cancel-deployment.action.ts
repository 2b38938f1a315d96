/**
 * Requests the cancellation of a deployment. The run's own row decides: a run past the point of no return continues.
 */
import type { Actor } from '../../platform/access/actor.ts'
import type { Tx } from '../../platform/database/database.ts'
import { requestCancel } from '../../platform/durable/runs.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { recordAudit } from '../audit/index.ts'
import { changeDeploymentStatus } from './change-deployment-status.action.ts'
import { deploymentProblems } from './deployments.problems.ts'
import type { Deployment } from './deployments.schemas.ts'
import { endedStatuses } from './deployments.status.ts'
import { readDeployment, requireDeployment } from './read-deployment.query.ts'

/** Idempotent. Returns the deployment in its current state. */
export async function cancelDeployment(
  tx: Tx,
  actor: Actor,
  { environmentId, id }: { environmentId: Id<'env'>; id: Id<'dep'> },
): Promise<Deployment> {
  const { organizationId } = actor
  const known = await requireDeployment(tx, organizationId, { id, environmentId })
  if (known.status === 'cancelled') return await readDeployment(tx, organizationId, known)
  // Locks the run before the deployment, in the same order as the worker.
  const answer = await requestCancel(tx, brandId<'run'>(id))
  const row = await requireDeployment(tx, organizationId, { id, environmentId })
  if (answer === 'already_requested') return await readDeployment(tx, organizationId, row)
  if (answer !== 'requested') throw refusal(row)
  await recordAudit(tx, actor, {
    action: 'deployment.cancel_requested',
    targetKind: 'deployment',
    targetId: id,
    detail: { environmentId: encodeId('env', environmentId), number: row.number },
  })
  return await changeDeploymentStatus(tx, row, 'cancelling')
}

function refusal(row: { status: Deployment['status']; switched_at: Date | null }): AppError {
  const isEnded = endedStatuses.has(row.status)
  if (isEnded && row.switched_at === null) return new AppError(deploymentProblems.deployment_already_finished)
  if (isEnded || row.status === 'switching') return new AppError(deploymentProblems.deployment_already_switched)
  return new AppError(
    deploymentProblems.deployment_already_finished,
    'The deployment failed and is being rolled back. It ends automatically.',
  )
}

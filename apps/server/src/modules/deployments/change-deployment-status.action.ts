/**
 * Changes the status of a deployment in the caller's transaction. Nothing else writes a status, so a deployment only
 * goes through the transitions of `deployments.status.ts`, and every change has its effects in this order:
 *
 * 1. The deployment's row, and other rows that change with it.
 * 2. The line in the runtime log of the environment.
 * 3. The members' notification.
 * 4. The commit status at the Git provider.
 * 5. The events on the deployment's stream.
 * 6. The environment's status and the project's event.
 *
 * Publishes last: each stream's counter stays locked until the commit, and the organization's is the last lock of the
 * transaction. Callers write their own rows, such as audit entries, before they call it.
 */
import type { Tx } from '../../platform/database/database.ts'
import { appendRunEvents, closeRunStream, type NewRunEvent } from '../../platform/events/publish.ts'
import { toStatusEvent } from './deployment.mapper.ts'
import { retireLive, type StatusColumns, writeDeploymentStatus } from './deployment-status.repository.ts'
import type { DeploymentRow } from './deployments.repository.ts'
import type { Deployment, DeploymentStatus } from './deployments.schemas.ts'
import { canFollow } from './deployments.status.ts'
import { markDeploymentInLog } from './mark-deployment-in-log.action.ts'
import { notifyMembers } from './notify-members.action.ts'
import { readDeployment } from './read-deployment.query.ts'
import { refreshEnvironmentStatus } from './refresh-environment-status.action.ts'
import { reportCommitStatus } from './report-commit-status.action.ts'

export interface StatusEvents {
  /** Step events that come before the status on the deployment's stream. */
  stepEvents?: readonly NewRunEvent[]
  /** The run has ended, so nothing follows on its stream. */
  closesStream?: boolean
}

export interface StatusChange extends StatusEvents {
  columns?: StatusColumns
  /** Writes other rows that change with the status. Must not publish events. */
  writeAlongside?: () => Promise<void>
}

/** Progress within a run: only the deployment's stream shows it. */
const progressStatuses: ReadonlySet<DeploymentStatus> = new Set(['building', 'releasing', 'checking', 'switching'])

/**
 * Throws when the deployment can't go from its status to `to`. `known` is the current row; the caller has locked its
 * run. A deployment that becomes `live` retires the previous one, which is `retired` in no other way.
 */
export async function changeDeploymentStatus(
  tx: Tx,
  known: DeploymentRow,
  to: Exclude<DeploymentStatus, 'queued' | 'retired'>,
  { columns = {}, writeAlongside, ...events }: StatusChange = {},
): Promise<Deployment> {
  const { id, status: from, organization_id: organizationId } = known
  if (!canFollow(from, to)) throw new Error(`deployment ${id} cannot go from ${from} to ${to}`)
  if (to === 'live') await retireLive(tx, organizationId, known.environment_id)
  const row = await writeDeploymentStatus(tx, organizationId, { id, from, to, ...columns })
  if (row === undefined) throw new Error(`deployment ${id} is no longer ${from}`)
  await writeAlongside?.()
  return await announceDeploymentStatus(tx, row, events)
}

/** The effects of a status that is already written. Only a new deployment needs it on its own. */
export async function announceDeploymentStatus(
  tx: Tx,
  row: DeploymentRow,
  events: StatusEvents = {},
): Promise<Deployment> {
  const { status, organization_id: organizationId } = row
  const isProgress = progressStatuses.has(status)
  if (!isProgress) {
    await markDeploymentInLog(tx, organizationId, row)
    await notifyMembers(tx, organizationId, row)
    // A requested cancellation isn't a result yet.
    if (status !== 'cancelling') await reportCommitStatus(tx, organizationId, row)
  }
  const deployment = await readDeployment(tx, organizationId, row)
  await publishOnStream(tx, row, { ...events, deployment })
  if (!isProgress) await refreshEnvironmentStatus(tx, organizationId, row)
  return deployment
}

async function publishOnStream(
  tx: Tx,
  { id: runId, organization_id: organizationId }: DeploymentRow,
  { deployment, stepEvents = [], closesStream = false }: StatusEvents & { deployment: Deployment },
): Promise<void> {
  const final = toStatusEvent(deployment)
  const events = closesStream ? stepEvents : [...stepEvents, final]
  if (events.length > 0) await appendRunEvents(tx, { runId, organizationId, events })
  if (closesStream) await closeRunStream(tx, { runId, organizationId, final })
}

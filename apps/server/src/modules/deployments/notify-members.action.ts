/** Notifies people about a deployment in the transaction that changes its status. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { findEnvironmentState } from '../environments/index.ts'
import { publishEnvironmentNotice } from '../notices/index.ts'
import { type DeploymentRow, findDeployment } from './deployments.repository.ts'
import { errorLines } from './diagnosis/output-lines.policy.ts'

/** Most statuses send nothing. Call it before any event is published. */
export async function notifyMembers(tx: Tx, organizationId: OrganizationId, row: DeploymentRow): Promise<void> {
  const { id, environment_id: environmentId, rollback_of: target } = row
  const rolledBackTo = target === null ? undefined : await findDeployment(tx, organizationId, { id: target })
  const failed = row.status === 'failed' ? await readFailure(tx, organizationId, row) : nothingFailed
  const what = whatHappened(row, { rolledBackTo: rolledBackTo?.number ?? null, failed })
  if (what === null) return
  const deployment = toDeploymentFacts(row)
  await publishEnvironmentNotice(tx, organizationId, {
    environmentId,
    causeKey: `${what.event}:${id}`,
    payload: (place) => ({ ...what, ...place, deployment }),
  })
}

interface FailureFacts {
  stillServing: number | null
  lastLines: string
}
const nothingFailed: FailureFacts = { stillServing: null, lastLines: '' }

/** Says whether visitors notice the failure, and what the program printed. The output is already redacted. */
async function readFailure(tx: Tx, organizationId: OrganizationId, row: DeploymentRow): Promise<FailureFacts> {
  const state = await findEnvironmentState(tx, organizationId, row.environment_id)
  const liveId = state === undefined || state.stoppedAt !== null ? null : state.liveDeploymentId
  const live =
    liveId === null || liveId === row.id ? undefined : await findDeployment(tx, organizationId, { id: liveId })
  const shown = row.diagnosis?.excerpt ?? []
  const lines = shown.length > 0 ? shown : errorLines(row.error?.logTail ?? '')
  return { stillServing: live?.number ?? null, lastLines: lines.join('\n') }
}

const unknownFailure = {
  code: 'step_failed',
  title: 'The deployment failed',
  detail: 'It stopped for an unknown reason.',
  hint: "Deploy again. If this keeps happening, give the deployment's ID to the operator of this instance.",
}

function whatHappened(
  { status, rollback_of: target, error }: DeploymentRow,
  { rolledBackTo, failed }: { rolledBackTo: number | null; failed: FailureFacts },
) {
  switch (status) {
    case 'preparing':
      return { event: 'deployment_started' } as const
    case 'live':
      return target === null
        ? ({ event: 'deployment_succeeded' } as const)
        : ({ event: 'deployment_rolled_back', rolledBackTo } as const)
    case 'cancelled':
      return { event: 'deployment_cancelled' } as const
    case 'failed': {
      const { code, title, detail, hint } = error ?? unknownFailure
      return { event: 'deployment_failed', failure: { code, title, detail, hint }, ...failed } as const
    }
    default:
      return null
  }
}

function toDeploymentFacts(row: DeploymentRow) {
  const { commit, number, trigger, branch } = row
  const begun = row.started_at ?? row.created_at
  return {
    id: encodeId('dep', row.id),
    ...{ number, trigger, branch },
    commit: commit === null ? null : { sha: commit.sha, message: commit.message, author: commit.author },
    durationMs: row.finished_at === null ? null : row.finished_at.getTime() - begun.getTime(),
  }
}

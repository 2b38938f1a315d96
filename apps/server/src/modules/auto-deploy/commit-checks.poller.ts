/** Polls the checks of a waiting commit. When they have ended, a run decides. */
import { findEnvironment } from '../environments/index.ts'
import { loadProject } from '../projects/worker.ts'
import { findAutoDeployById } from './auto-deploy.repository.ts'
import type { DueAutoDeploy } from './auto-deploy.system-repository.ts'
import { isOverdue } from './required-checks.remote.ts'
import { requestDecisions } from './store-delivery.action.ts'
import { listOpenDeliveries } from './webhook-deliveries.repository.ts'
import type { PushWork } from './workflow/push-work.context.ts'

export async function pollChecks(
  work: Pick<PushWork, 'database' | 'sources'>,
  { organizationId, id }: DueAutoDeploy,
  signal: AbortSignal,
): Promise<void> {
  const found = await work.database.tenant(organizationId, async (tx) => {
    const row = await findAutoDeployById(tx, organizationId, id)
    if (row === undefined || row.environment_id === null) return undefined
    const environment = await findEnvironment(tx, organizationId, row.environment_id)
    const waiting = (await listOpenDeliveries(tx, organizationId, row.environment_id)).find(
      ({ status }) => status === 'waiting',
    )
    return environment === undefined ? undefined : { row, environment, waiting }
  })
  if (found === undefined) return
  const { row, environment, waiting } = found
  const sha = row.waiting_commit
  const { ref } = await loadProject(work, { organizationId, projectId: environment.project_id })
  const mayBeAsked = sha !== null && waiting !== undefined && ref !== null && !('url' in ref)
  if (mayBeAsked && !isOverdue(waiting.received_at)) {
    const state = await work.sources.checks(organizationId, ref, sha, { signal })
    if (state === 'pending' || state === 'none') return
  }
  await work.database.tenant(organizationId, (tx) => requestDecisions(tx, organizationId, new Set([environment.id])))
}

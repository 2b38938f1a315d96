/** Adds a line about a deployment to the runtime log of its environment. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { markLog } from '../runtime-logs/index.ts'
import type { DeploymentRow } from './deployments.repository.ts'

const statusWords: Readonly<Record<string, string>> = {
  preparing: 'started',
  live: 'is live',
  failed: 'failed',
  cancelled: 'was cancelled',
}

/** Most statuses add no line. Call it before any event is published. */
export async function markDeploymentInLog(tx: Tx, organizationId: OrganizationId, row: DeploymentRow): Promise<void> {
  const word = statusWords[row.status]
  if (word === undefined) return
  await markLog(tx, organizationId, {
    environmentId: row.environment_id,
    deploymentId: row.id,
    text: `Deployment #${row.number} ${word}.`,
  })
}

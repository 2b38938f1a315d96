/** A deployment as a line among those of the containers. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { markLog } from '../runtime-logs/index.ts'
import type { DeploymentRow } from './deployments.repository.ts'

const words: Readonly<Record<string, string>> = {
  preparing: 'started',
  live: 'is live',
  failed: 'failed',
  cancelled: 'was cancelled',
}

/** By its state; most states are not worth a line. Before anything is published. */
export async function markDeploymentInLog(tx: Tx, organizationId: OrganizationId, row: DeploymentRow): Promise<void> {
  const word = words[row.status]
  if (word === undefined) return
  await markLog(tx, organizationId, {
    environmentId: row.environment_id,
    deploymentId: row.id,
    text: `Deployment #${row.number} ${word}.`,
  })
}

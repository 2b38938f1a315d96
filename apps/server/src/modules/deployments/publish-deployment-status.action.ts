/** Publishes the status of a deployment on its stream. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { appendRunEvents } from '../../platform/events/publish.ts'
import { toStatusEvent } from './deployment.mapper.ts'
import type { DeploymentRow } from './deployments.repository.ts'
import { readDeployment } from './read-deployment.query.ts'

export async function publishDeploymentStatus(
  tx: Tx,
  organizationId: OrganizationId,
  row: DeploymentRow,
): Promise<void> {
  const event = toStatusEvent(await readDeployment(tx, organizationId, row))
  await appendRunEvents(tx, { runId: row.id, organizationId, events: [event] })
}

/** A deployment becomes the live one: its row, the one before it, and the environment, in one transaction. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { saveEnvironmentStanding } from '../environments/index.ts'
import { type DeploymentRow, retireLive, updateDeployment } from './deployments.repository.ts'

/** Again is no change. */
export async function makeLive(
  tx: Tx,
  organizationId: OrganizationId,
  { id, environment_id: environmentId, server_id: serverId, finished_at: finishedAt }: DeploymentRow,
): Promise<void> {
  if (finishedAt !== null) return
  await retireLive(tx, organizationId, { environmentId, except: id })
  await updateDeployment(tx, organizationId, { id, status: 'live' })
  await saveEnvironmentStanding(tx, organizationId, {
    id: environmentId,
    live_deployment_id: id,
    live_server_id: serverId,
    stopped_at: null,
  })
}

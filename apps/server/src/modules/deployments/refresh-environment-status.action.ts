/** Updates the status of an environment after the status of one of its deployments changed. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { environmentStatusOf, findEnvironment, updateEnvironmentStatus } from '../environments/index.ts'
import { publishProjectUpdated } from '../projects/index.ts'
import { type DeploymentRow, hasDeploymentUnderWay } from './deployments.repository.ts'

/** Publishes events, so call it last in the transaction. */
export async function refreshEnvironmentStatus(
  tx: Tx,
  organizationId: OrganizationId,
  { id, environment_id: environmentId, status: deploymentStatus }: DeploymentRow,
): Promise<void> {
  const environment = await findEnvironment(tx, organizationId, environmentId)
  if (environment === undefined) return
  const derived = environmentStatusOf({
    isBeingDeleted: environment.deletion_requested_at !== null,
    isDeploying: await hasDeploymentUnderWay(tx, organizationId, environmentId),
    isStopped: environment.stopped_at !== null,
    isLive: environment.live_deployment_id !== null,
    hasDrifted: Array.isArray(environment.drift) && environment.drift.length > 0,
  })
  // A queued deployment doesn't affect its environment yet.
  const status = deploymentStatus === 'queued' ? environment.status : derived
  if (status !== environment.status) await updateEnvironmentStatus(tx, organizationId, { id: environmentId, status })
  await publishProjectUpdated(tx, organizationId, {
    projectId: environment.project_id,
    changed: 'deployment',
    resourceId: encodeId('dep', id),
    action: deploymentStatus === 'preparing' ? 'started' : deploymentStatus,
  })
}

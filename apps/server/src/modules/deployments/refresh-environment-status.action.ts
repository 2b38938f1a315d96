/** Updates the status of an environment from its deployments. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { environmentStatusOf, findEnvironment, updateEnvironmentStatus } from '../environments/index.ts'
import { publishProjectUpdated } from '../projects/index.ts'
import { hasDeploymentUnderWay } from './deployments.repository.ts'

/** Publishes events, so call it last in the transaction. */
export async function refreshEnvironmentStatus(
  tx: Tx,
  organizationId: OrganizationId,
  change: { environmentId: Id<'env'>; deploymentId: Id<'dep'>; action: string },
): Promise<void> {
  const { environmentId, deploymentId, action } = change
  const environment = await findEnvironment(tx, organizationId, environmentId)
  if (environment === undefined) return
  const status = environmentStatusOf({
    isBeingDeleted: environment.deletion_requested_at !== null,
    isDeploying: await hasDeploymentUnderWay(tx, organizationId, environmentId),
    isStopped: environment.stopped_at !== null,
    isLive: environment.live_deployment_id !== null,
    hasDrifted: Array.isArray(environment.drift) && environment.drift.length > 0,
  })
  if (status !== environment.status) await updateEnvironmentStatus(tx, organizationId, { id: environmentId, status })
  await publishProjectUpdated(tx, organizationId, {
    projectId: environment.project_id,
    changed: 'deployment',
    resourceId: encodeId('dep', deploymentId),
    action,
  })
}

/** Returns the newest deployment of an environment, whatever its status. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { type DeploymentRow, listDeployments } from './deployments.repository.ts'

export async function findNewestDeployment(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<DeploymentRow | undefined> {
  const [newest] = await listDeployments(tx, organizationId, { environmentId, before: undefined, limit: 1 })
  return newest
}

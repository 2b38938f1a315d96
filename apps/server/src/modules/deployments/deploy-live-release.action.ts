/** Deploys the frozen live release again with the current passwords. */
import type { Actor } from '../../platform/access/actor.ts'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { findEnvironment } from '../environments/index.ts'
import { findReleaseOf } from '../workloads/index.ts'
import type { Deployment, DeploymentTrigger } from './deployments.schemas.ts'
import { startDeployment } from './start-deployment.action.ts'

/** Returns null when nothing is live. Call it last in the transaction. */
export async function deployLiveRelease(
  tx: Tx,
  organizationId: OrganizationId,
  {
    environmentId,
    by,
    trigger = 'manual',
  }: { environmentId: Id<'env'>; by: Actor | null; trigger?: DeploymentTrigger },
): Promise<Deployment | null> {
  const environment = await findEnvironment(tx, organizationId, environmentId)
  const liveId = environment?.live_deployment_id ?? null
  const release = liveId === null ? undefined : await findReleaseOf(tx, organizationId, liveId)
  if (release === undefined) return null
  const { id: releaseId, branch } = release
  return await startDeployment(tx, organizationId, { by, environmentId, trigger, branch, releaseId })
}

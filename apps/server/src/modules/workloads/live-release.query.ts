/** Reads the release of an environment's live deployment, to compare it with the desired state. */
import { z } from 'zod'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { findEnvironment, type LiveRelease } from '../environments/index.ts'
import { FrozenService } from './release.schemas.ts'
import { findReleaseOf } from './releases.repository.ts'

export async function readLiveRelease(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'env'>,
): Promise<(Omit<LiveRelease, 'services'> & { services: FrozenService[] }) | null> {
  const environment = await findEnvironment(tx, organizationId, id)
  const deploymentId = environment?.live_deployment_id ?? null
  const release = deploymentId === null ? undefined : await findReleaseOf(tx, organizationId, deploymentId)
  if (release === undefined) return null
  const services = z.array(FrozenService).parse(release.services)
  return { branch: release.branch, services, variables: release.variables }
}

/** Opens a service of the live release with everything that another container of it needs, for commands and jobs. */
import type { OrganizationId } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Secret } from '../../platform/secrets/secret.ts'
import { hostnamesByService, publicUrls } from '../environments/index.ts'
import type { AppContainerOptions } from './containers/app-container.remote.ts'
import { openEnvironments } from './containers/service-environment.remote.ts'
import { type EnvironmentWork, loadEnvironment } from './environment-work.context.ts'
import type { FrozenService } from './release.schemas.ts'

export interface LiveService {
  readonly serverId: Id<'srv'>
  readonly options: AppContainerOptions
  readonly secrets: readonly Secret[]
}

/**
 * Returns `not_running` when nothing is live or the environment is stopped, and `not_runnable` without such a service
 * with an image.
 */
export async function openLiveService(
  work: Pick<EnvironmentWork, 'database' | 'records'>,
  { organizationId, environmentId }: { organizationId: OrganizationId; environmentId: Id<'env'> },
  isWanted: (service: FrozenService) => boolean,
): Promise<LiveService | 'not_running' | 'not_runnable'> {
  const state = await loadEnvironment(work, { organizationId, environmentId })
  const { live } = await work.records.desired(organizationId, environmentId)
  const isOff = state.stoppedAt !== null || state.deletionRequestedAt !== null
  if (live === null || isOff || state.liveServerId === null) return 'not_running'
  const service = live.services.find(isWanted)
  if (service?.image == null) return 'not_runnable'
  const release = await work.records.release(organizationId, live.releaseId)
  const attached = await work.records.attachedHostnames(organizationId, environmentId)
  const known = { hostnames: hostnamesByService(attached), urls: publicUrls(attached) }
  const { of: contentsOf, secrets } = await openEnvironments(work.records, organizationId, { ...release, ...known })
  const subject = { organizationId, environmentId, deploymentId: live.deploymentId }
  const volumeOf = await work.records.dataVolumes(organizationId, live.services)
  const options = { subject, service, image: service.image, ...contentsOf(service), volumeOf }
  return { serverId: state.liveServerId, options, secrets }
}

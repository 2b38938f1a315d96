/** A container in which somebody's command runs: as the service has it in the live release, under a name of its own. */
import type { ContainerSpec } from '@longshore/remote/runtime'
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import { commandContainer } from './app-container.ts'
import { type EnvironmentWork, loadEnvironment } from './environment/environment-work.ts'
import { openEnvironments } from './service-environment.ts'

export interface PreparedCommand {
  serverId: Id<'srv'>
  spec: ContainerSpec
  secrets: readonly Secret[]
}

export async function prepareCommand(
  work: Pick<EnvironmentWork, 'database' | 'records'>,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
  command: { id: Id<'cmd'>; service: string; words: readonly string[] },
): Promise<PreparedCommand | 'not_running' | 'not_runnable'> {
  const state = await loadEnvironment(work, { organizationId, environmentId })
  const { live } = await work.records.desired(organizationId, environmentId)
  const isOff = state.stoppedAt !== null || state.deletionRequestedAt !== null
  if (live === null || isOff || state.liveServerId === null) return 'not_running'
  const service = live.services.find((each) => each.name === command.service)
  if (service?.image == null) return 'not_runnable'
  const release = await work.records.release(organizationId, live.releaseId)
  const environments = await openEnvironments(work.records, organizationId, release)
  const subject = { organizationId, environmentId, deploymentId: live.deploymentId }
  const options = { subject, service, image: service.image, environment: environments.of(service) }
  return {
    serverId: state.liveServerId,
    spec: commandContainer(options, command),
    secrets: environments.secrets,
  }
}

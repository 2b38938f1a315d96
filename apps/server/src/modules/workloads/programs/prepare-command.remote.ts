/** Prepares a container for a one-off command: like the service in the live release, under its own name. */
import type { ContainerSpec } from '@longshore/remote/runtime'
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import { commandContainer } from '../containers/app-container.remote.ts'
import type { EnvironmentWork } from '../environment-work.context.ts'
import { openLiveService } from '../live-service.remote.ts'

export interface PreparedCommand {
  serverId: Id<'srv'>
  deploymentId: Id<'dep'>
  spec: ContainerSpec
  secrets: readonly Secret[]
}

export type PrepareCommand = (
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
  command: { id: Id<'cmd'>; service: string; words: readonly string[] },
) => Promise<PreparedCommand | 'not_running' | 'not_runnable'>

export function createPrepareCommand(work: Pick<EnvironmentWork, 'database' | 'records'>): PrepareCommand {
  return async (organizationId, environmentId, command) => {
    const place = await openLiveService(work, { organizationId, environmentId }, ({ name }) => name === command.service)
    if (typeof place === 'string') return place
    const { serverId, options, secrets } = place
    const { deploymentId } = options.subject
    return { serverId, deploymentId, spec: commandContainer(options, command), secrets }
  }
}

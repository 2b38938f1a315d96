/** Which containers of an environment are stopped and started, and in which order; databases outlive what uses them. */
import type { ContainerState } from '@longshore/remote/runtime'
import { brandId, type Id } from '../../../../platform/ids/brand.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import type { FrozenService } from '../../release.schemas.ts'
import { appContainerName, databaseContainerName, labelNames } from '../../server-names.policy.ts'

const running: ReadonlySet<ContainerState['state']> = new Set(['running', 'restarting', 'paused'])
/** They run by their schedule, not by themselves. */
const oneOff: ReadonlySet<string> = new Set(['release-command', 'cron'])

export function isRunning(container: ContainerState): boolean {
  return running.has(container.state)
}

export function isDatabase(container: ContainerState): boolean {
  return container.labels[labelNames.role] === 'database'
}

export function isOneOff(container: ContainerState): boolean {
  return oneOff.has(container.labels[labelNames.role] ?? '')
}

export function isOfDeployment(container: ContainerState, deploymentId: Id<'dep'>): boolean {
  return container.labels[labelNames.deployment] === encodeId('dep', deploymentId)
}

/** First what uses databases, then these. */
export function inStopOrder(containers: readonly ContainerState[]): ContainerState[][] {
  return [containers.filter((each) => !isDatabase(each)), containers.filter(isDatabase)]
}

const databaseKinds: ReadonlySet<string> = new Set(['postgres', 'mariadb', 'redis'])

export interface ExpectedContainer {
  name: string
  service: string
  isDatabase: boolean
}

/** What has to run while this release is live. */
export function expectedContainers(deploymentId: Id<'dep'>, services: readonly FrozenService[]): ExpectedContainer[] {
  return services.flatMap((service): ExpectedContainer[] => {
    const id = brandId<'svc'>(service.serviceId)
    if (databaseKinds.has(service.kind))
      return [{ name: databaseContainerName(id), service: service.name, isDatabase: true }]
    if (service.kind === 'cron') return []
    return Array.from({ length: service.configuration.replicas }, (_, slot) => ({
      name: appContainerName(deploymentId, id, slot),
      service: service.name,
      isDatabase: false,
    }))
  })
}

/** Reads everything on a server that has this instance's labels. */
import type { ContainerState, Runtime } from '@longshore/remote/runtime'
import type { Id } from '../../../platform/ids/brand.ts'
import type { StoredInstance } from '../observations/observations.schemas.ts'
import { observedInstances } from '../observations/observed-instances.mapper.ts'
import { labelNames } from '../server-names.policy.ts'
import type { SeenContainer, SeenServer } from './compare-server.policy.ts'

const isUp: Readonly<Record<ContainerState['state'], SeenContainer['state']>> = {
  created: 'stopped',
  running: 'running',
  paused: 'running',
  restarting: 'restarting',
  exited: 'stopped',
  dead: 'stopped',
}

/** Containers of services are also saved as they are, to be shown to people. */
export interface ReadServer extends SeenServer {
  instances: ReadonlyMap<Id<'env'>, readonly StoredInstance[]>
}

export async function readServer(runtime: Runtime, signal: AbortSignal): Promise<ReadServer> {
  const call = { signal }
  const [containers, images, networks, proxy] = await Promise.all([
    runtime.listContainers({}, call),
    runtime.listImages({}, call),
    runtime.listNetworks({}, call),
    runtime.readProxy(call),
  ])
  return {
    instances: observedInstances(containers),
    // A container that someone starts by hand from one of our images inherits the image's labels but has no role, so it
    // isn't ours.
    containers: containers
      .filter(hasRole)
      .map(({ name, labels, state, restarts = true, hasWithdrawnParts = false }) => ({
        name,
        environment: labels[labelNames.environment] ?? null,
        deployment: labels[labelNames.deployment] ?? null,
        service: labels[labelNames.service] ?? null,
        role: labels[labelNames.role] ?? null,
        state: isUp[state],
        restarts,
        hasWithdrawnParts,
      })),
    images: images.map(({ id, tags, labels }) => ({ id, tags, environment: labels[labelNames.environment] ?? null })),
    networks: networks.map(({ name, labels }) => ({ name, environment: labels[labelNames.environment] ?? null })),
    proxy: proxy.isRunning ? proxy.environments : null,
  }
}

export function hasRole({ labels }: Pick<ContainerState, 'labels'>): boolean {
  return labels[labelNames.role] !== undefined
}

/** Orders the containers of an environment for stop and start. Databases outlive the services that use them. */
import type { ContainerState } from '@longshore/remote/runtime'
import { labelNames } from '../server-names.policy.ts'

const running: ReadonlySet<ContainerState['state']> = new Set(['running', 'restarting', 'paused'])
export function isRunning(container: ContainerState): boolean {
  return running.has(container.state)
}

function isDatabase(container: ContainerState): boolean {
  return container.labels[labelNames.role] === 'database'
}

/** Returns services that use databases first, then the databases. */
export function inStopOrder(containers: readonly ContainerState[]): ContainerState[][] {
  return [containers.filter((each) => !isDatabase(each)), containers.filter(isDatabase)]
}

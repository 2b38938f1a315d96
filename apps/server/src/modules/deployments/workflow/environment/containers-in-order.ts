/** Which containers of an environment are stopped and started, and in which order; databases outlive what uses them. */
import type { ContainerState } from '@longshore/remote/runtime'
import { labelNames } from '../../server-names.policy.ts'

const running: ReadonlySet<ContainerState['state']> = new Set(['running', 'restarting', 'paused'])
export function isRunning(container: ContainerState): boolean {
  return running.has(container.state)
}

function isDatabase(container: ContainerState): boolean {
  return container.labels[labelNames.role] === 'database'
}

/** First what uses databases, then these. */
export function inStopOrder(containers: readonly ContainerState[]): ContainerState[][] {
  return [containers.filter((each) => !isDatabase(each)), containers.filter(isDatabase)]
}

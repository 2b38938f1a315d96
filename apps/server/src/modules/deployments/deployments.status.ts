/** The whole life of a deployment at a glance; pure. */
import type { DeploymentStatus } from './deployments.schemas.ts'

/** What each state means; the reference page is made of it. */
export const deploymentStatusMeanings: Record<DeploymentStatus, string> = {
  queued: 'Accepted; it waits for its turn. `waitingFor` says for what. A newer one takes its place.',
  preparing: 'The commit is looked up and fetched, and what is to be done is planned and checked.',
  building: 'Images are built or pulled. What did not change is not built again.',
  releasing:
    'Databases and volumes are made ready, the release command runs, the new version starts beside the old one.',
  checking: 'The new version is asked whether it is healthy. The old one serves.',
  switching: 'Traffic goes to the new version, which has to stay up for a while; else it returns to the old one.',
  live: 'It has the traffic.',
  cancelling: 'The running step was interrupted; what was done is being undone.',
  cancelled: 'Ended by somebody before it had traffic; nothing of it is left.',
  failed: 'The version before it, if there was one, goes on serving; `error` says why and what to do.',
  superseded: 'A newer deployment took its place before it began.',
  retired: 'It was live until a newer one took over. It can be rolled back to while its images are kept.',
}

export const next = {
  queued: ['preparing', 'cancelling', 'cancelled', 'superseded', 'failed'],
  preparing: ['building', 'releasing', 'cancelling', 'failed'],
  building: ['releasing', 'cancelling', 'failed'],
  releasing: ['checking', 'cancelling', 'failed'],
  checking: ['switching', 'cancelling', 'failed'],
  switching: ['live', 'failed'],
  live: ['retired'],
  cancelling: ['cancelled', 'failed'],
  cancelled: [],
  failed: [],
  superseded: [],
  retired: [],
} as const satisfies Record<DeploymentStatus, readonly DeploymentStatus[]>

/** Which state a step belongs to. */
export const statusOfStep = {
  'resolve-source': 'preparing',
  'fetch-source': 'preparing',
  plan: 'preparing',
  'build-image': 'building',
  'move-data': 'releasing',
  'ensure-services': 'releasing',
  'release-command': 'releasing',
  'start-release': 'releasing',
  'check-health': 'checking',
  'switch-traffic': 'switching',
  'watch-stability': 'switching',
  'retire-previous': 'switching',
} as const satisfies Record<string, DeploymentStatus>

export function statusDuring(step: string): DeploymentStatus | undefined {
  return Object.entries(statusOfStep).find(([name]) => name === step)?.[1]
}

export const stepNames = Object.keys(statusOfStep)

/** Its run is over, or has nothing more to decide. */
export const endedStatuses: ReadonlySet<DeploymentStatus> = new Set([
  'live', 'cancelled', 'failed', 'superseded', 'retired',
]) // biome-ignore format: a list

export function canFollow(from: DeploymentStatus, to: DeploymentStatus): boolean {
  return [...next[from]].some((each) => each === to)
}

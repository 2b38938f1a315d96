/** The complete lifecycle of a deployment. Pure. */
import type { DeploymentStatus } from './deployments.schemas.ts'

/** Meaning of each status. The reference page is generated from it. */
export const deploymentStatusMeanings: Record<DeploymentStatus, string> = {
  queued: 'Queued. `waitingFor` shows what it waits for. A newer deployment replaces it.',
  preparing: 'Longshore looks up and fetches the commit, then plans and checks the deployment.',
  building: "Longshore builds or pulls images. Unchanged images aren't rebuilt.",
  releasing:
    'Longshore prepares databases and volumes, runs the release command, and starts the new version next to the old one.',
  checking: 'Longshore checks that the new version is healthy. The old version keeps running.',
  switching:
    'Traffic goes to the new version, which must stay healthy for a while. Otherwise, traffic returns to the old one.',
  live: 'The version receives all traffic.',
  cancelling: 'The running step was interrupted. Longshore is undoing the finished steps.',
  cancelled: 'Someone canceled it before it received traffic. Nothing of it is left.',
  failed: 'The previous version, if there is one, keeps running. `error` shows the cause and what to do.',
  superseded: 'A newer deployment replaced it before it started.',
  retired: 'It was live until a newer one took over. You can roll back to it while its images are kept.',
}

/**
 * `change-deployment-status.action.ts` enforces these transitions. A run that ends with its environment becomes
 * `cancelled` directly: `cancelling` is only for a cancellation of the deployment itself.
 */
export const nextDeploymentStatuses = {
  queued: ['preparing', 'cancelling', 'cancelled', 'superseded', 'failed'],
  preparing: ['building', 'releasing', 'cancelling', 'cancelled', 'failed'],
  building: ['releasing', 'cancelling', 'cancelled', 'failed'],
  releasing: ['checking', 'cancelling', 'cancelled', 'failed'],
  checking: ['switching', 'cancelling', 'cancelled', 'failed'],
  switching: ['live', 'failed'],
  live: ['retired'],
  cancelling: ['cancelled', 'failed'],
  cancelled: [],
  failed: [],
  superseded: [],
  retired: [],
} as const satisfies Record<DeploymentStatus, readonly DeploymentStatus[]>

/** Maps each step to a status. */
export const statusOfStep = {
  'resolve-source': 'preparing',
  'fetch-source': 'preparing',
  plan: 'preparing',
  'build-image': 'building',
  'move-data': 'releasing',
  'ensure-services': 'releasing',
  rehearse: 'releasing',
  'release-command': 'releasing',
  'start-release': 'releasing',
  'check-health': 'checking',
  'switch-traffic': 'switching',
  'watch-stability': 'switching',
  'retire-previous': 'switching',
} as const satisfies Record<string, DeploymentStatus>

export function statusDuring(step: string): (typeof statusOfStep)[keyof typeof statusOfStep] | undefined {
  return Object.entries(statusOfStep).find(([name]) => name === step)?.[1]
}

export const stepNames = Object.keys(statusOfStep)

/** The run is over, or has nothing more to decide. */
export const endedStatuses: ReadonlySet<DeploymentStatus> = new Set([
  'live', 'cancelled', 'failed', 'superseded', 'retired',
]) // biome-ignore format: a list

export function canFollow(from: DeploymentStatus, to: DeploymentStatus): boolean {
  return [...nextDeploymentStatuses[from]].some((each) => each === to)
}

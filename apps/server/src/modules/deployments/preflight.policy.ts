/** Decides whether a server has room for a deployment, and which resources a build can use. Pure. */
import type { DeploymentPlan, PlannedService } from './deployment-plan.schemas.ts'

export interface ServerFacts {
  readonly architecture: string
  readonly cpus: number
  readonly memoryBytes: number
  readonly memoryAvailableBytes: number
  readonly diskFreeBytes: number
}

export interface Refusal {
  readonly code: 'disk_full' | 'not_enough_memory' | 'architecture_mismatch'
  readonly message: string
  readonly hint: string
}

export interface LimitSettings {
  readonly buildTimeMs: number
  readonly buildOutputBytes: number
  readonly buildPids: number
  readonly diskReserveBytes: number
  readonly memoryReserveBytes: number
}

const minBuildMemory = 256 * 1024 ** 2

export function findRefusal(
  facts: ServerFacts,
  services: readonly Pick<PlannedService, 'name' | 'configuration' | 'image'>[],
  settings: Pick<LimitSettings, 'diskReserveBytes'>,
): Refusal | null {
  if (facts.diskFreeBytes < settings.diskReserveBytes)
    return {
      code: 'disk_full',
      message: `Only ${gigabytes(facts.diskFreeBytes)} are free on the server's disk. At least ${gigabytes(settings.diskReserveBytes)} must stay free.`,
      hint: 'Free up disk space on the server ("docker system df" shows what uses it), or use a larger disk.',
    }
  const asked = services.reduce((sum, { configuration }) => sum + memoryOf(configuration), 0)
  if (asked > facts.memoryBytes)
    return {
      code: 'not_enough_memory',
      message: `The services need ${gigabytes(asked)} of memory, but the server has ${gigabytes(facts.memoryBytes)}.`,
      hint: "Lower the services' memory limits or replicas, or move the environment to a larger server.",
    }
  const other = services.find(({ image }) => image.do === 'reuse' && image.image.architecture !== facts.architecture)
  if (other?.image.do !== 'reuse') return null
  return {
    code: 'architecture_mismatch',
    message: `The image of ${other.name} is for ${other.image.image.architecture}; the server is ${facts.architecture}.`,
    hint: 'Deploy from the repository, so Longshore builds the image for this server.',
  }
}

/** Uses the limits that the server's owner set, or else what is free minus a reserve for running apps. */
export function buildLimits(
  facts: ServerFacts,
  settings: LimitSettings,
  set: { memoryBytes: number | null; cpus: number | null },
): DeploymentPlan['limits'] {
  return {
    memoryBytes: set.memoryBytes ?? Math.max(facts.memoryAvailableBytes - settings.memoryReserveBytes, minBuildMemory),
    // Apps on the same server keep a share of CPU time.
    cpus: Math.min(set.cpus ?? Math.max(Math.floor(facts.cpus * 75) / 100, 0.5), facts.cpus),
    pids: settings.buildPids,
    timeMs: settings.buildTimeMs,
    outputBytes: settings.buildOutputBytes,
    diskReserveBytes: settings.diskReserveBytes,
  }
}

function memoryOf({ resources, replicas }: PlannedService['configuration']): number {
  return (resources.memoryBytes ?? 0) * replicas
}

function gigabytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`
}

/**
 * Names and labels of our resources on a server. Names consist only of IDs; user text appears in labels at most. Pure.
 */
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { decodeId, encodeId } from '../../platform/ids/type-id.ts'

export type ContainerRole =
  | 'app'
  | 'database'
  | 'release-command'
  | 'cron'
  | 'command'
  | 'backup'
  | 'restore'
  | 'rehearsal'

export const labelNames = {
  organization: 'longshore.organization',
  environment: 'longshore.environment',
  deployment: 'longshore.deployment',
  service: 'longshore.service',
  serviceId: 'longshore.service-id',
  slot: 'longshore.slot',
  role: 'longshore.role',
  /** For a database: the image that wrote the data in its volume. */
  engine: 'longshore.engine',
  /** For a database: its port on the server's loopback address. */
  loopbackPort: 'longshore.loopback-port',
  /** For a volume: the deployment that moved its content from another server. */
  move: 'longshore.move',
  /** On everything of a recovery drill: its ID. */
  drill: 'longshore.drill',
} as const

export interface Owner {
  organizationId: Id<'org'>
  environmentId: Id<'env'>
  deploymentId?: Id<'dep'>
  service?: { id: Id<'svc'>; name: string }
  slot?: number
  role?: ContainerRole
}

/** Value of the label `move`: a run that moves data is the run of a deployment, and has its ID. */
export function moveMark(runId: Id<'run'>): string {
  return encodeId('dep', brandId<'dep'>(runId))
}

/** The runtime adds the label of the instance. */
export function labelsOf(owner: Owner): Record<string, string> {
  const { organizationId, environmentId, deploymentId, service, slot, role } = owner
  return {
    [labelNames.organization]: encodeId('org', organizationId),
    [labelNames.environment]: encodeId('env', environmentId),
    ...(deploymentId === undefined ? {} : { [labelNames.deployment]: encodeId('dep', deploymentId) }),
    ...(service === undefined
      ? {}
      : { [labelNames.service]: service.name, [labelNames.serviceId]: encodeId('svc', service.id) }),
    ...(slot === undefined ? {} : { [labelNames.slot]: String(slot) }),
    ...(role === undefined ? {} : { [labelNames.role]: role }),
  }
}

/**
 * Reads the owner from the labels of a container. Returns undefined for containers that belong to no service, such as
 * the proxy.
 */
function ownerOf(
  labels: Readonly<Record<string, string>>,
): { environmentId: Id<'env'>; deploymentId: Id<'dep'> | null; service: string; role: string } | undefined {
  // A drill stands in for an environment that doesn't exist.
  if (labels[labelNames.drill] !== undefined) return undefined
  const environmentId = decodeId('env', labels[labelNames.environment] ?? '')
  const deploymentId = decodeId('dep', labels[labelNames.deployment] ?? '') ?? null
  const service = labels[labelNames.service]
  const role = labels[labelNames.role]
  if (environmentId === undefined || service === undefined || role === undefined) return undefined
  return { environmentId, deploymentId, service, role }
}

const unlogged: ReadonlySet<string> = new Set<ContainerRole>([
  'command',
  'release-command',
  'backup',
  'restore',
  'rehearsal',
])

/** Output of commands isn't collected, because it is sent to the user or the deployment that started them. */
export function loggedOwnerOf(labels: Readonly<Record<string, string>>): ReturnType<typeof ownerOf> {
  const owner = ownerOf(labels)
  return owner === undefined || unlogged.has(owner.role) ? undefined : owner
}

export function appContainerName(deploymentId: Id<'dep'>, serviceId: Id<'svc'>, slot: number): string {
  return `longshore-${encodeId('dep', deploymentId)}-${encodeId('svc', serviceId)}-${slot}`
}

export function releaseCommandName(deploymentId: Id<'dep'>, serviceId: Id<'svc'>): string {
  return `longshore-${encodeId('dep', deploymentId)}-${encodeId('svc', serviceId)}-release`
}

/** One container per job. */
export function cronContainerName(serviceId: Id<'svc'>, runId: Id<'run'>): string {
  return `longshore-${encodeId('svc', serviceId)}-${encodeId('run', runId)}`
}

/** One container per one-off command. */
export function commandContainerName(serviceId: Id<'svc'>, commandId: Id<'cmd'>): string {
  return `longshore-${encodeId('svc', serviceId)}-${encodeId('cmd', commandId)}`
}

export function databaseContainerName(serviceId: Id<'svc'>): string {
  return `longshore-${encodeId('svc', serviceId)}`
}

/** Name of a container that fills a volume or runs a restore test. */
export function restoreContainerName(serviceId: Id<'svc'>, runId: Id<'run'>): string {
  return `longshore-${encodeId('svc', serviceId)}-${encodeId('run', runId)}-restore`
}

/** Container of a release command that runs on a copy of the databases. */
export function rehearsalContainerName(serviceId: Id<'svc'>, runId: Id<'run'>): string {
  return `longshore-${encodeId('svc', serviceId)}-${encodeId('run', runId)}-rehearsal`
}

/** Returns the run of a container from its name. A backup has the ID of its run. */
export function runIdIn(container: string): Id<'run'> | undefined {
  const ids = container.split('-').map((part) => decodeId('run', part) ?? decodeId('bkp', part))
  const found = ids.find((id) => id !== undefined)
  return found === undefined ? undefined : brandId<'run'>(found)
}

export function networkName(environmentId: Id<'env'>): string {
  return `longshore-${encodeId('env', environmentId)}`
}

/** Volume of a database that was never restored. */
export const firstVolume = 'data'

export function volumeName(serviceId: Id<'svc'>, volume: string): string {
  return `longshore-${encodeId('svc', serviceId)}-${volume}`
}

/**
 * Returns the name on the server of a service's volume, which another service can own. A restore switches to another
 * volume.
 */
export type VolumeOf = (
  serviceId: Id<'svc'>,
  volume: { readonly name: string; readonly service: string | null },
) => string

/** Finds the container's volume for `wanted`, the name given to `volumeName`. Returns null when it has none. */
export function dataVolumeIn(
  serviceId: Id<'svc'>,
  volumes: readonly string[],
  wanted: string = firstVolume,
): string | null {
  const prefix = volumeName(serviceId, '')
  const own = volumes.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  const isRestored = (name: string) =>
    name.startsWith(`${wanted}-`) && /^[a-z0-9]{1,40}$/.test(name.slice(wanted.length + 1))
  return own.find((name) => name === wanted) ?? own.find(isRestored) ?? null
}

/** Returns the volumes of a container of any kind, each with the name that it is used for. */
export function usedVolumes(serviceId: Id<'svc'>, volumes: readonly string[]): { name: string; volume: string }[] {
  const prefix = volumeName(serviceId, '')
  const own = volumes.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length))
  return own.map((volume) => ({ name: volume.replace(/-[0-9a-f]{16}$/, ''), volume }))
}

/** The same content has the same tag, because the tag is a hash of the content. */
export function imageTag(environmentId: Id<'env'>, contentHash: string): string {
  return `${imageRepository(environmentId)}:${contentHash.slice(0, 40)}`
}

/** All image names of the environment are in this repository. */
export function imageRepository(environmentId: Id<'env'>): string {
  return `longshore/${encodeId('env', environmentId)}`
}

/** Names of folders on the proxy. */
export function proxyNames(
  environmentId: Id<'env'>,
  deploymentId: Id<'dep'>,
): { environment: string; release: string } {
  return { environment: encodeId('env', environmentId), release: encodeId('dep', deploymentId) }
}

/** Describes the containers of one service of a release. */
import type { ContainerFile, ContainerSpec } from '@longshore/remote/runtime'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Place } from '../environment-work.context.ts'
import type { FrozenImage, FrozenService } from '../release.schemas.ts'
import {
  appContainerName,
  type ContainerRole,
  commandContainerName,
  cronContainerName,
  labelsOf,
  networkName,
  releaseCommandName,
  type VolumeOf,
} from '../server-names.policy.ts'
import { toContainerOptions } from './container-options.mapper.ts'

/** Default process limit: enough for any server program, too few for a fork bomb to harm others. */
const defaultPids = 1_024
const minStopGraceSeconds = 10

export type AppService = Pick<FrozenService, 'serviceId' | 'name' | 'kind' | 'configuration'>

export interface AppContainerOptions {
  readonly subject: Place & { readonly deploymentId: Id<'dep'> }
  readonly service: AppService
  readonly image: Pick<FrozenImage, 'id'>
  readonly environment: ContainerSpec['environment']
  readonly files: readonly ContainerFile[]
  /** Returns the volume for a name. A restore switches to another volume, so this is never frozen. */
  readonly volumeOf: VolumeOf
}

export function appContainer(options: AppContainerOptions, slot: number): ContainerSpec {
  const { subject, service } = options
  const serviceId = service.serviceId
  return {
    ...containerOf(options, { role: 'app', slot }),
    name: appContainerName(subject.deploymentId, serviceId, slot),
    command: service.configuration.command,
    aliases: [...new Set([service.name, ...service.configuration.aliases])],
    restart: 'always',
  }
}

/** Runs once, and isn't reachable by name on the network. */
export function releaseCommandContainer(
  options: AppContainerOptions,
  command: NonNullable<ContainerSpec['command']>,
): ContainerSpec {
  const { subject, service } = options
  const name = releaseCommandName(subject.deploymentId, service.serviceId)
  return { ...containerOf(options, { role: 'release-command' }), name, command, aliases: [], restart: 'no' }
}

/** A job that runs once from the release that is live at that time. */
export function cronContainer(options: AppContainerOptions, runId: Id<'run'>): ContainerSpec {
  const { service } = options
  const name = cronContainerName(service.serviceId, runId)
  const { command } = service.configuration
  return { ...containerOf(options, { role: 'cron' }), name, command, aliases: [], restart: 'no' }
}

/** A one-off command. Its arguments are passed as they are, without a shell. */
export function commandContainer(
  options: AppContainerOptions,
  { id, words }: { id: Id<'cmd'>; words: readonly string[] },
): ContainerSpec {
  const name = commandContainerName(options.service.serviceId, id)
  return { ...containerOf(options, { role: 'command' }), name, command: words, aliases: [], restart: 'no' }
}

export function stopGraceOf({ configuration }: Pick<AppService, 'configuration'>): number {
  return Math.max(minStopGraceSeconds, configuration.drainSeconds)
}

function containerOf(
  { subject, service, image, environment, files, volumeOf }: AppContainerOptions,
  { role, slot }: { role: ContainerRole; slot?: number },
): Omit<ContainerSpec, 'name' | 'command' | 'aliases' | 'restart'> {
  const { configuration } = service
  const { memoryBytes, cpus, pids } = configuration.resources
  const id = service.serviceId
  const { organizationId, environmentId, deploymentId } = subject
  const options = toContainerOptions(configuration.container, {
    isOwnCommand: role === 'command' || role === 'release-command',
  })
  const grants = configuration.container?.grants ?? null
  const owner = { organizationId, environmentId, deploymentId, service: { id, name: service.name }, role }
  return {
    labels: labelsOf({ ...owner, ...(slot === undefined ? {} : { slot }) }),
    image: image.id,
    environment,
    network: networkName(environmentId),
    volumes: configuration.volumes.map((volume) => ({ name: volumeOf(id, volume), path: volume.path })),
    memoryBytes,
    cpus,
    pids: pids ?? defaultPids,
    stopGraceSeconds: stopGraceOf(service),
    ...(options === undefined ? {} : { options }),
    ...(grants === null ? {} : { grants }),
    ...(files.length === 0 ? {} : { files }),
  }
}

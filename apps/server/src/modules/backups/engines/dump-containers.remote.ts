/**
 * Containers that run a database's own tools. Each runs to its end through `runPiped`; passwords are only in variables.
 */
import type { ContainerSpec } from '@longshore/remote/runtime'
import type { Id } from '../../../platform/ids/brand.ts'
import type { DatabaseAccess } from '../../environments/index.ts'
import type { DatabaseKind } from '../../environments/service-kinds.schemas.ts'
import {
  type EngineImage,
  engineOf,
  type LiveDatabase,
  labelsOf,
  networkName,
  versionOf,
} from '../../workloads/worker.ts'
import { engineScripts } from './engine-scripts.policy.ts'

export interface DatabaseSite {
  readonly organizationId: Id<'org'>
  readonly environmentId: Id<'env'>
  readonly service: { readonly id: Id<'svc'>; readonly name: string }
  readonly kind: DatabaseKind
  /** ID of the image on the server. */
  readonly image: string
  /** Reference of the image, such as postgres:17. */
  readonly reference: string
  readonly access: DatabaseAccess
}

export function siteOf(database: LiveDatabase, { image, reference }: EngineImage): DatabaseSite {
  const { organizationId, environmentId, access } = database
  const { serviceId, name, kind } = database.service
  const service = { id: serviceId, name }
  return { organizationId, environmentId, service, kind, image, reference, access }
}

/** Describes a container that doesn't run a database. */
export type VolumeSite = Omit<DatabaseSite, 'kind' | 'reference' | 'access'>

export interface SiteContainer {
  /** Name of the container. It is the same for every attempt of a run, so a second attempt finds and ends the first. */
  readonly name: string
  readonly memoryBytes?: number
}

const dumpMemoryBytes = 512 << 20
const pids = 2_048

/** Dumps the running database over the network. */
export function dumpContainer(
  site: DatabaseSite,
  { name, memoryBytes = dumpMemoryBytes }: SiteContainer,
): ContainerSpec {
  return {
    ...common(site, name),
    command: engineScripts[site.kind].dump,
    environment: clientVariables(site),
    network: networkName(site.environmentId),
    volumes: [],
    memoryBytes,
    capabilities: 'none',
  }
}

/** Fills a volume from a dump on its input. The volume must be new and empty. */
export function fillContainer(site: DatabaseSite, options: SiteContainer & { volume: string }): ContainerSpec {
  return { ...ownEngine(site, options), command: engineScripts[site.kind].fill }
}

/** Dumps a volume that no other container uses. */
export function dumpVolumeContainer(site: DatabaseSite, options: SiteContainer & { volume: string }): ContainerSpec {
  return { ...ownEngine(site, options), command: engineScripts[site.kind].dumpVolume }
}

/** The Docker Engine reads or writes a volume through this container, which is never started. */
export function volumeContainer(site: VolumeSite, { name, volume }: SiteContainer & { volume: string }): ContainerSpec {
  return {
    ...common(site, name),
    command: null,
    environment: [],
    network: null,
    volumes: [{ name: volume, path: '/longshore-volume' }],
    memoryBytes: null,
    capabilities: 'none',
  }
}

function ownEngine(
  site: DatabaseSite,
  { name, volume, memoryBytes }: SiteContainer & { volume: string },
): Omit<ContainerSpec, 'command'> {
  const engine = engineOf(site.kind)
  return {
    ...common(site, name),
    environment: engine.environment(site.access),
    network: null,
    volumes: [{ name: volume, path: engine.volumePath(versionOf(site.reference)) }],
    memoryBytes: memoryBytes ?? null,
    // Runs as root, because it has to stop an engine that runs as another user.
    capabilities: 'app',
  }
}

function common({ organizationId, environmentId, service, image }: VolumeSite, name: string) {
  return {
    name,
    labels: labelsOf({ organizationId, environmentId, service, role: 'backup' }),
    image,
    aliases: [],
    cpus: null,
    pids,
    stopGraceSeconds: 10,
    restart: 'no',
  } as const
}

function clientVariables({ kind, access }: DatabaseSite): ContainerSpec['environment'] {
  const { host, username, password, databaseName } = access
  if (kind === 'redis') {
    return [
      ['REDIS_HOST', host],
      ['REDISCLI_AUTH', password],
    ]
  }
  if (kind === 'postgres') {
    return [
      ['PGCONNECT_TIMEOUT', '15'],
      ['PGDATABASE', databaseName],
      ['PGHOST', host],
      ['PGPASSWORD', password],
      ['PGUSER', username],
    ]
  }
  return [
    ['MYSQL_DATABASE', databaseName],
    ['MYSQL_HOST', host],
    ['MYSQL_PWD', password],
    ['MYSQL_USER', username],
  ]
}

/** Containers in which a database's own tools work. Each runs to its end, by `runPiped`; passwords are in variables only. */
import type { ContainerSpec } from '@longshore/remote/runtime'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import {
  type DatabaseAccess,
  type EngineImage,
  engineOf,
  type LiveDatabase,
  labelsOf,
  networkName,
  versionOf,
} from '../../deployments/worker.ts'
import type { DatabaseKind } from '../../environments/service-kinds.schemas.ts'
import { engineScripts } from './engine-scripts.ts'

export interface DatabaseSite {
  readonly organizationId: Id<'org'>
  readonly environmentId: Id<'env'>
  readonly service: { readonly id: Id<'svc'>; readonly name: string }
  readonly kind: DatabaseKind
  /** Id of the image on the server. */
  readonly image: string
  /** What the image is called, such as postgres:17. */
  readonly reference: string
  readonly access: DatabaseAccess
}

export function siteOf(database: LiveDatabase, { image, reference }: EngineImage): DatabaseSite {
  const { organizationId, environmentId, access } = database
  const { serviceId, name, kind } = database.service
  const service = { id: brandId<'svc'>(serviceId), name }
  return { organizationId, environmentId, service, kind, image, reference, access }
}

/** What a container needs that nothing of a database runs in. */
export type VolumeSite = Omit<DatabaseSite, 'kind' | 'reference' | 'access'>

export interface SiteContainer {
  /** Of the container; one for each run, so that a second try finds and ends the first. */
  readonly name: string
  readonly memoryBytes?: number
}

const dumpMemoryBytes = 512 << 20
const pids = 2_048

/** Asks the database that runs. */
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

/** Makes the volume's content out of a dump that comes in. The volume must be new and empty. */
export function fillContainer(site: DatabaseSite, options: SiteContainer & { volume: string }): ContainerSpec {
  return { ...ownEngine(site, options), command: engineScripts[site.kind].fill }
}

/** A dump of what is in a volume that no other container uses. */
export function dumpVolumeContainer(site: DatabaseSite, options: SiteContainer & { volume: string }): ContainerSpec {
  return { ...ownEngine(site, options), command: engineScripts[site.kind].dumpVolume }
}

/** Through which the Engine reads or writes a volume; it is never started. */
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
    // As root: it has to end an engine that runs as somebody else.
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

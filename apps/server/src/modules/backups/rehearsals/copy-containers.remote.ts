/**
 * The containers of a rehearsal. The first database has no network but its own loopback. The other databases and the
 * release command share that loopback, and nothing else: no interface, no route, no server, no metadata service, no
 * internet. The names of the databases resolve to addresses of the loopback, so connection strings stay the same.
 */
import type { ContainerSpec } from '@longshore/remote/runtime'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { DatabaseAccess } from '../../environments/index.ts'
import type { DatabaseKind } from '../../environments/service-kinds.schemas.ts'
import { engineOf, labelsOf, rehearsalContainerName, restoreContainerName, versionOf } from '../../workloads/worker.ts'

export interface CopiedDatabase {
  readonly organizationId: Id<'org'>
  readonly environmentId: Id<'env'>
  readonly runId: Id<'run'>
  readonly service: { readonly id: Id<'svc'>; readonly name: string }
  readonly kind: DatabaseKind
  readonly image: string
  readonly reference: string
  readonly access: DatabaseAccess
  readonly volume: string
  readonly memoryBytes: number
  readonly cpus: number | null
  /** Last part of its address on the loopback. */
  readonly address: number
}

const databasePids = 2_048
/** The last address that the server's policy accepts. */
const maxDatabases = 90

/**
 * Fixed texts. Several databases of one kind need an address each, so none listens on all of them. MariaDB lists its
 * locks only with this plugin, which comes with it.
 */
const commands: Readonly<Record<DatabaseKind, (address: number) => string>> = {
  postgres: (address) => `exec docker-entrypoint.sh postgres -c listen_addresses=127.0.0.${address}`,
  mariadb: (address) =>
    `exec docker-entrypoint.sh mariadbd --bind-address=127.0.0.${address} --plugin-load-add=metadata_lock_info`,
  redis: (address) =>
    `exec docker-entrypoint.sh redis-server - <<END\nbind 127.0.0.${address}\ndir /data\nsave ""\nrequirepass $REDISCLI_AUTH\nEND`,
}

/** `names` has the addresses of all databases. Only the first one can have it: the others share its list. */
export function copyContainer(
  copy: CopiedDatabase,
  {
    first,
    names,
  }: { first: Pick<CopiedDatabase, 'service' | 'runId'> | null; names: Readonly<Record<string, number>> },
): ContainerSpec {
  const { organizationId, environmentId, service, kind, image, reference, address } = copy
  const engine = engineOf(kind)
  return {
    name: nameOfCopy(copy),
    labels: labelsOf({ organizationId, environmentId, service, role: 'rehearsal' }),
    image,
    command: commands[kind](requireAddress(address)),
    environment: engine.environment(copy.access),
    network: null,
    ...(first === null ? { loopbackNames: names } : { beside: nameOfCopy(first) }),
    aliases: [],
    volumes: [{ name: copy.volume, path: engine.volumePath(versionOf(reference)) }],
    memoryBytes: copy.memoryBytes,
    cpus: copy.cpus,
    pids: databasePids,
    stopGraceSeconds: 10,
    restart: 'no',
    capabilities: 'database',
  }
}

/**
 * The release command as it runs on the real data, with the same image, variables, files, and limits, but without the
 * app's volumes and without parts of the server: it must change nothing but the copies.
 */
export function programOnCopy(
  spec: ContainerSpec,
  of: Pick<CopiedDatabase, 'organizationId' | 'environmentId' | 'runId' | 'service'>,
  first: Pick<CopiedDatabase, 'service' | 'runId'>,
): ContainerSpec {
  const { organizationId, environmentId, service, runId } = of
  const { grants: _, publishes: __, options, ...rest } = spec
  return {
    ...rest,
    name: rehearsalContainerName(service.id, runId),
    labels: labelsOf({ organizationId, environmentId, service, role: 'rehearsal' }),
    network: null,
    beside: nameOfCopy(first),
    aliases: [],
    volumes: [],
    restart: 'no',
    ...(options === undefined ? {} : { options: withoutNetwork(options) }),
  }
}

export function nameOfCopy({ service, runId }: Pick<CopiedDatabase, 'service' | 'runId'>): string {
  return restoreContainerName(service.id, runId)
}

/** A container that shares a network can change neither its names nor its kernel options. */
function withoutNetwork(options: NonNullable<ContainerSpec['options']>): NonNullable<ContainerSpec['options']> {
  const { extraHosts: _, sysctls: __, ...rest } = options
  return rest
}

function requireAddress(address: number): number {
  if (address >= 1 && address <= maxDatabases) return address
  throw new PermanentError('too_many_databases', `A rehearsal can copy at most ${maxDatabases} databases.`)
}

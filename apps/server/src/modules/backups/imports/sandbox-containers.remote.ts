/**
 * The containers of an import. The database fills an unused volume, and has no network but its own loopback. The client
 * that reads the file shares that loopback and nothing else: no network, no mounts, no capabilities, as an unprivileged
 * user, with no writable file. Its role owns the one database. Whatever a file makes the client do, there is nothing to
 * reach.
 */
import { randomBytes } from 'node:crypto'
import type { ContainerSpec } from '@longshore/remote/runtime'
import { engineOf, labelsOf, versionOf } from '../../workloads/worker.ts'
import type { DatabaseSite } from '../engines/dump-containers.remote.ts'
import { importRole } from './engine-sandboxes.remote.ts'

/** Temporary passwords: after the import, what the client knows opens nothing. */
export interface SandboxPasswords {
  /** Password of the superuser. */
  readonly admin: string
  /** Password of the role that runs the file. */
  readonly client: string
}

export interface Sandbox {
  readonly site: DatabaseSite
  /** Name of the database's container; the other names are derived from it. */
  readonly name: string
  readonly passwords: SandboxPasswords
}

const databasePids = 2_048
const clientPids = 32
const clientMemoryBytes = 512 << 20

export function createPasswords(): SandboxPasswords {
  return { admin: randomBytes(24).toString('hex'), client: randomBytes(24).toString('hex') }
}

export function sandboxDatabase(
  { site, name, passwords }: Sandbox,
  { volume, memoryBytes }: { volume: string; memoryBytes: number | null },
): ContainerSpec {
  const engine = engineOf(site.kind)
  const { access } = site
  const own = new Map(engine.environment({ ...access, password: passwords.admin }))
  // Images often trust connections from loopback, which would let the client become any role.
  if (site.kind === 'postgres') own.set('POSTGRES_INITDB_ARGS', '--auth-host=scram-sha-256')
  if (site.kind === 'mariadb') own.set('MARIADB_PASSWORD', passwords.client)
  own.set('IMPORT_PASSWORD', passwords.client).set('FINAL_PASSWORD', access.password)
  return {
    ...common(site, name),
    command: engine.command,
    environment: [...own],
    volumes: [{ name: volume, path: engine.volumePath(versionOf(site.reference)) }],
    memoryBytes,
    pids: databasePids,
    stopGraceSeconds: 60,
    capabilities: 'database',
  }
}

/** Reads SQL from its input and sends it to the database, until the first error. */
export function sandboxClient({ site, name, passwords }: Sandbox, command: readonly string[]): ContainerSpec {
  const environment: ContainerSpec['environment'] =
    site.kind === 'postgres'
      ? [
          ['PGCLIENTENCODING', 'UTF8'],
          ['PGCONNECT_TIMEOUT', '15'],
          ['PGDATABASE', site.access.databaseName],
          ['PGHOST', '127.0.0.1'],
          ['PGPASSWORD', passwords.client],
          ['PGUSER', importRole],
        ]
      : [['MYSQL_PWD', passwords.client]]
  return { ...confined(site, `${name}-client`), command, environment, beside: name }
}

/** Converts a pg_dump archive to SQL: it needs no database, so it has none. */
export function archiveReader({ site, name }: Pick<Sandbox, 'site' | 'name'>): ContainerSpec {
  const command = [
    'pg_restore',
    '--file=-',
    '--no-owner',
    '--no-privileges',
    '--no-tablespaces',
    '--no-security-labels',
  ]
  return { ...confined(site, `${name}-archive`), command, environment: [] }
}

/** Names of all containers that an import may leave if a worker dies. */
export function sandboxNames(name: string): readonly string[] {
  return [`${name}-client`, `${name}-archive`, name]
}

function confined(site: DatabaseSite, name: string) {
  return {
    ...common(site, name),
    volumes: [],
    memoryBytes: clientMemoryBytes,
    pids: clientPids,
    stopGraceSeconds: 1,
    capabilities: 'none',
    confined: true,
    covered: engineOf(site.kind).volumePath(versionOf(site.reference)),
  } as const
}

function common({ organizationId, environmentId, service, image }: DatabaseSite, name: string) {
  return {
    name,
    labels: labelsOf({ organizationId, environmentId, service, role: 'restore' }),
    image,
    network: null,
    aliases: [],
    cpus: null,
    restart: 'no',
  } as const
}

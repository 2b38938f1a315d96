/** How programs reach a database of an environment: port, URL, and the variables that other services get. Pure. */
import { nameInVariables } from './references.policy.ts'
import type { DatabaseKind } from './service-kinds.schemas.ts'

export interface DatabaseAccess {
  readonly host: string
  readonly username: string
  readonly databaseName: string
  readonly password: string
}

export interface DatabaseVariable {
  readonly key: string
  readonly value: string
  /** Whether the value contains the password. */
  readonly isSecret: boolean
}

const ports: Readonly<Record<DatabaseKind, number>> = { postgres: 5_432, mariadb: 3_306, redis: 6_379 }

export function databasePort(kind: DatabaseKind): number {
  return ports[kind]
}

/** The port differs from the database's own port at the end of an SSH tunnel. */
export function databaseUrl(kind: DatabaseKind, access: DatabaseAccess, port = ports[kind]): string {
  const at = `${access.host}:${port}`
  if (kind === 'redis') return `redis://:${encodeURIComponent(access.password)}@${at}/0`
  const scheme = kind === 'postgres' ? 'postgresql' : 'mysql'
  const login = `${encodeURIComponent(access.username)}:${encodeURIComponent(access.password)}`
  return `${scheme}://${login}@${at}/${access.databaseName}`
}

/**
 * Returns the variables that other services get: its URL under its name, and the names that programs read by
 * convention.
 */
export function databaseVariables(
  name: string,
  kind: DatabaseKind,
  access: DatabaseAccess,
): { own: DatabaseVariable[]; usual: DatabaseVariable[] } {
  const url = databaseUrl(kind, access)
  return {
    own: [secret(`${nameInVariables(name)}_URL`, url)],
    usual: kind === 'redis' ? [secret('REDIS_URL', url)] : usualVariables(kind, access),
  }
}

/** Returns the parts to which values of other variables can refer. Containers get these only through references. */
export function databaseReferences(name: string, kind: DatabaseKind, access: DatabaseAccess): DatabaseVariable[] {
  const prefix = nameInVariables(name)
  return [
    plain(`${prefix}_HOST`, access.host),
    plain(`${prefix}_PORT`, String(ports[kind])),
    plain(`${prefix}_USER`, access.username),
    secret(`${prefix}_PASSWORD`, access.password),
    plain(`${prefix}_DATABASE`, kind === 'redis' ? '0' : access.databaseName),
  ]
}

/** Everything that a person with the right to reveal the password learns about a database. */
export function databaseFacts(
  { name, kind, loopbackPort }: { name: string; kind: DatabaseKind; loopbackPort: number | null },
  login: Omit<DatabaseAccess, 'host'>,
) {
  const inside = { ...login, host: name }
  const { own, usual } = databaseVariables(name, kind, inside)
  return {
    ...login,
    host: name,
    port: ports[kind],
    url: databaseUrl(kind, inside),
    tunnelUrl: loopbackPort === null ? null : databaseUrl(kind, { ...login, host: '127.0.0.1' }, loopbackPort),
    variables: Object.fromEntries([...usual, ...own].map(({ key, value }) => [key, value])),
  }
}

function usualVariables(kind: 'postgres' | 'mariadb', access: DatabaseAccess): DatabaseVariable[] {
  const prefix = kind === 'postgres' ? 'PG' : 'MYSQL_'
  return [
    secret('DATABASE_URL', databaseUrl(kind, access)),
    plain(`${prefix}DATABASE`, access.databaseName),
    plain(`${prefix}HOST`, access.host),
    secret(`${prefix}PASSWORD`, access.password),
    plain(`${prefix}PORT`, String(ports[kind])),
    plain(`${prefix}USER`, access.username),
  ]
}

function plain(key: string, value: string): DatabaseVariable {
  return { key, value, isSecret: false }
}

function secret(key: string, value: string): DatabaseVariable {
  return { key, value, isSecret: true }
}

/**
 * Databases as services of an environment: how each engine is started from its usual image, when it is ready, and which
 * variables its neighbours get. Passwords travel in variables of the container only, never as a word of a command.
 */
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { ServiceKind } from '../../environments/service-kinds.schemas.ts'

export interface DatabaseAccess {
  readonly host: string
  readonly username: string
  readonly databaseName: string
  readonly password: string
}

type Variables = (readonly [key: string, value: string])[]

export interface DatabaseEngine {
  readonly port: number
  readonly volumePath: (version: string) => string
  readonly command: string | null
  readonly environment: (access: DatabaseAccess) => Variables
  /** Succeeds inside the container once the database takes connections of others. */
  readonly readyCheck: (access: DatabaseAccess) => readonly [string, ...string[]]
  /** Of a check that also succeeds while it still loads. */
  readonly saysReady?: (output: string) => boolean
  readonly url: (access: DatabaseAccess) => string
  /** What programs read without being told. */
  readonly usualVariables: (access: DatabaseAccess) => Variables
}

const postgres: DatabaseEngine = {
  port: 5_432,
  // From 18 on the image keeps data in a folder for each version below its volume.
  volumePath: (version) => (Number.parseInt(version, 10) >= 18 ? '/var/lib/postgresql' : '/var/lib/postgresql/data'),
  command: null,
  environment: ({ username, password, databaseName }) => [
    ['POSTGRES_DB', databaseName],
    ['POSTGRES_PASSWORD', password],
    ['POSTGRES_USER', username],
  ],
  // By TCP: while the image prepares its data it answers on the local socket only.
  readyCheck: ({ username, databaseName }) => ['pg_isready', '-h', '127.0.0.1', '-U', username, '-d', databaseName],
  url: (access) => `postgresql://${loginOf(access)}@${access.host}:5432/${access.databaseName}`,
  usualVariables: (access) => [
    ['DATABASE_URL', postgres.url(access)],
    ['PGDATABASE', access.databaseName],
    ['PGHOST', access.host],
    ['PGPASSWORD', access.password],
    ['PGPORT', '5432'],
    ['PGUSER', access.username],
  ],
}

const mariadb: DatabaseEngine = {
  port: 3_306,
  volumePath: () => '/var/lib/mysql',
  command: null,
  environment: ({ username, password, databaseName }) => [
    ['MARIADB_DATABASE', databaseName],
    ['MARIADB_PASSWORD', password],
    // From inside the container only. A random one would be printed to its log.
    ['MARIADB_ROOT_HOST', 'localhost'],
    ['MARIADB_ROOT_PASSWORD', password],
    ['MARIADB_USER', username],
  ],
  // By TCP: while the image prepares its data it answers on the local socket only. It needs no password for this.
  readyCheck: () => ['mariadb-admin', '--host=127.0.0.1', '--connect-timeout=2', 'ping'],
  url: (access) => `mysql://${loginOf(access)}@${access.host}:3306/${access.databaseName}`,
  usualVariables: (access) => [
    ['DATABASE_URL', mariadb.url(access)],
    ['MYSQL_DATABASE', access.databaseName],
    ['MYSQL_HOST', access.host],
    ['MYSQL_PASSWORD', access.password],
    ['MYSQL_PORT', '3306'],
    ['MYSQL_USER', access.username],
  ],
}

const redis: DatabaseEngine = {
  port: 6_379,
  volumePath: () => '/data',
  // A fixed text. The configuration comes on stdin, so that the password is in no list of processes and in no file.
  command: 'exec docker-entrypoint.sh redis-server - <<END\nappendonly yes\ndir /data\nrequirepass $REDISCLI_AUTH\nEND',
  environment: ({ password }) => [['REDISCLI_AUTH', password]],
  readyCheck: () => ['redis-cli', 'ping'],
  saysReady: (output) => output.trim() === 'PONG',
  url: ({ host, password }) => `redis://:${encodeURIComponent(password)}@${host}:6379/0`,
  usualVariables: (access) => [['REDIS_URL', redis.url(access)]],
}

const engines: Partial<Record<ServiceKind, DatabaseEngine>> = { postgres, mariadb, redis }

export function engineOf(kind: ServiceKind): DatabaseEngine {
  const engine = engines[kind]
  if (engine !== undefined) return engine
  throw new PermanentError('database_not_supported', `Longshore can't run ${kind} databases.`, {
    hint: 'Use postgres, mariadb, or redis, or run the database elsewhere and set its URL as a variable.',
  })
}

/** What the services beside a database get: its address by its name, and the names that programs read without being told. */
export function variablesOf(
  name: string,
  kind: ServiceKind,
  access: DatabaseAccess,
): { own: Variables; usual: Variables } {
  const engine = engineOf(kind)
  return {
    own: [[`${name.toUpperCase().replaceAll('-', '_')}_URL`, engine.url(access)]],
    usual: engine.usualVariables(access),
  }
}

function loginOf({ username, password }: DatabaseAccess): string {
  return `${encodeURIComponent(username)}:${encodeURIComponent(password)}`
}

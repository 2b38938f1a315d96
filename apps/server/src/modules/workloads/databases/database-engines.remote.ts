/**
 * Databases as services of an environment: how each engine starts from its official image, and when it is ready.
 * Passwords are only in variables of the container, never in the arguments of a command.
 */
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import { type DatabaseAccess, databasePort } from '../../environments/index.ts'
import type { ServiceKind } from '../../environments/service-kinds.schemas.ts'

type Variables = (readonly [key: string, value: string])[]

export interface DatabaseEngine {
  readonly port: number
  readonly volumePath: (version: string) => string
  readonly command: string | null
  readonly environment: (access: DatabaseAccess) => Variables
  /** Succeeds inside the container once the database accepts connections. */
  readonly readyCheck: (access: DatabaseAccess) => readonly [string, ...string[]]
  /** Set for a check that also succeeds while the database is still loading. */
  readonly saysReady?: (output: string) => boolean
}

const postgres: DatabaseEngine = {
  port: databasePort('postgres'),
  // From version 18 on, the image keeps data in a folder per version below its volume.
  volumePath: (version) => (Number.parseInt(version, 10) >= 18 ? '/var/lib/postgresql' : '/var/lib/postgresql/data'),
  command: null,
  environment: ({ username, password, databaseName }) => [
    ['POSTGRES_DB', databaseName],
    ['POSTGRES_PASSWORD', password],
    ['POSTGRES_USER', username],
  ],
  // Uses TCP, because the image only listens on the local socket while it prepares its data.
  readyCheck: ({ username, databaseName }) => ['pg_isready', '-h', '127.0.0.1', '-U', username, '-d', databaseName],
}

const mariadb: DatabaseEngine = {
  port: databasePort('mariadb'),
  volumePath: () => '/var/lib/mysql',
  command: null,
  environment: ({ username, password, databaseName }) => [
    ['MARIADB_DATABASE', databaseName],
    ['MARIADB_PASSWORD', password],
    // Root can log in only from inside the container. A random password would be printed to its log.
    ['MARIADB_ROOT_HOST', 'localhost'],
    ['MARIADB_ROOT_PASSWORD', password],
    ['MARIADB_USER', username],
  ],
  // Uses TCP, because the image only listens on the local socket while it prepares its data. The check needs no
  // password.
  readyCheck: () => ['mariadb-admin', '--host=127.0.0.1', '--connect-timeout=2', 'ping'],
}

const redis: DatabaseEngine = {
  port: databasePort('redis'),
  volumePath: () => '/data',
  // A fixed text. The configuration comes on stdin, so the password appears in no process list and no file.
  command: 'exec docker-entrypoint.sh redis-server - <<END\nappendonly yes\ndir /data\nrequirepass $REDISCLI_AUTH\nEND',
  environment: ({ password }) => [['REDISCLI_AUTH', password]],
  readyCheck: () => ['redis-cli', 'ping'],
  saysReady: (output) => output.trim() === 'PONG',
}

const engines: Partial<Record<ServiceKind, DatabaseEngine>> = { postgres, mariadb, redis }

export function engineOf(kind: ServiceKind): DatabaseEngine {
  const engine = engines[kind]
  if (engine !== undefined) return engine
  throw new PermanentError('database_not_supported', `Longshore can't run ${kind} databases.`, {
    hint: 'Use postgres, mariadb, or redis, or run the database elsewhere and set its URL as a variable.',
  })
}

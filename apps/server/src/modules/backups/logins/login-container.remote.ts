/**
 * Runs a database client from the database's own image, on its network, with commands from its input. Passwords are
 * only in variables and input.
 */
import { type ContainerSpec, imageShell } from '@longshore/remote/runtime'
import { type EngineImage, type LiveDatabase, labelsOf, networkName } from '../../workloads/worker.ts'

const memoryBytes = 256 << 20
const pids = 256

export interface Login {
  readonly command: readonly string[]
  readonly environment: ContainerSpec['environment']
  /** Command that prints something when the password is right. */
  readonly greeting: string
  /** `password` is hexadecimal, so it can't break out of quotes. */
  readonly change: (password: string) => string
  readonly isDone: (output: string) => boolean
}

export function loginOf({ service, access }: LiveDatabase, password: string): Login {
  const { host, username, databaseName } = access
  switch (service.kind) {
    case 'postgres':
      return {
        command: ['psql', '--no-psqlrc', '--quiet', '--tuples-only', '--set=ON_ERROR_STOP=1', '--file=-'],
        environment: [
          ['PGCONNECT_TIMEOUT', '15'],
          ['PGDATABASE', databaseName],
          ['PGHOST', host],
          ['PGPASSWORD', password],
          ['PGUSER', username],
        ],
        greeting: "SELECT 'hello';\n",
        change: (next) => `ALTER ROLE CURRENT_USER WITH PASSWORD '${next}';\nSELECT 'hello';\n`,
        isDone: (output) => output.includes('hello'),
      }
    case 'mariadb':
      return {
        command: ['mariadb', '--batch', '--connect-timeout=15', `--host=${host}`, `--user=${username}`],
        environment: [['MYSQL_PWD', password]],
        greeting: "SELECT 'hello';\n",
        change: (next) => `SET PASSWORD = PASSWORD('${next}');\nSELECT 'hello';\n`,
        isDone: (output) => output.includes('hello'),
      }
    case 'redis':
      return {
        command: ['redis-cli', '-h', host],
        environment: [['REDISCLI_AUTH', password]],
        greeting: 'PING\n',
        change: (next) => `CONFIG SET requirepass ${next}\n`,
        isDone: (output) => /^(?:PONG|OK)\s*$/.test(output),
      }
  }
}

/** Runs as MariaDB's root inside its own container. The first input line is the password. */
export const rootClient = imageShell(
  'read -r MYSQL_PWD; export MYSQL_PWD; exec mariadb --no-defaults --batch --user=root',
)

export function changeOfRoot(password: string, next: string): string {
  return `${password}\nSET PASSWORD FOR 'root'@'localhost' = PASSWORD('${next}');\n`
}

export function loginContainer(
  database: LiveDatabase,
  { image }: EngineImage,
  login: Login,
  name: string,
): ContainerSpec {
  const { organizationId, environmentId, service } = database
  const owner = { id: service.serviceId, name: service.name }
  return {
    name,
    labels: labelsOf({ organizationId, environmentId, service: owner, role: 'backup' }),
    image,
    command: login.command,
    environment: login.environment,
    network: networkName(environmentId),
    aliases: [],
    volumes: [],
    memoryBytes,
    cpus: null,
    pids,
    stopGraceSeconds: 5,
    restart: 'no',
    capabilities: 'none',
  }
}

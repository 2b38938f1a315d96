/** Recognizes problems with data storage: a missing database, missing tables, a folder without write permission. */
import type { DatabaseKind } from '../../environments/service-kinds.schemas.ts'
import type { Remedy } from '../diagnosis.schemas.ts'
import { changeCommand } from './commands.policy.ts'
import type { FailedRun, Finding } from './failed-output.policy.ts'
import { findAny, findLast } from './output-lines.policy.ts'

const engines: readonly { kind: DatabaseKind; title: string; name: string; port: string; url: RegExp }[] = [
  { kind: 'postgres', title: 'PostgreSQL', name: 'db', port: '5432', url: /^(?:DATABASE_URL|POSTGRES_URL|POSTGRES_PRISMA_URL|PGHOST)$/ },
  { kind: 'mariadb', title: 'MariaDB', name: 'db', port: '3306', url: /^MYSQL_(?:URL|HOST)$/ },
  { kind: 'redis', title: 'Redis', name: 'redis', port: '6379', url: /^REDIS_(?:URL|HOST)$/ },
] // biome-ignore format: one engine per line

const local = String.raw`(?:localhost|127\.0\.0\.1|\[?::1\]?)`
const refusals = [
  { pattern: new RegExp(`connect ECONNREFUSED ${local}:(\\d{2,5})`) },
  { pattern: new RegExp(`dial tcp ${local}:(\\d{2,5}): connect: connection refused`) },
  { pattern: new RegExp(`Can't reach database server at \`?${local}\`?:\`?(\\d{2,5})`) },
  {
    pattern:
      /connection to server at "(?:localhost|127\.0\.0\.1|::1)"(?: \(.{3,15}\))?, port (\d{2,5}) failed: Connection refused/,
  },
  { pattern: new RegExp(`Connection to ${local}:(\\d{2,5}) refused`) },
  { pattern: new RegExp(`Error 111 connecting to ${local}:(\\d{2,5})\\. Connection refused`) },
  { pattern: new RegExp(`Connection refused - connect\\(2\\) for (?:"localhost" port |${local}:)(\\d{2,5})`) },
]
const localMysql =
  /Can't connect to (?:local )?(?:MySQL|MariaDB|server|MySQL server) (?:server )?(?:through socket|on '(?:localhost|127\.0\.0\.1)')/
/** libpq without a user name takes that of the operating system, and containers often run as a user without one. */
const namelessPostgres = /local user with ID \d{1,10} does not exist|could not look up local user ID \d{1,10}/
/** A service name left over from a compose file. */
const unknownHost = /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) (postgres|postgresql|mysql|mariadb|redis)\b/
const unknownEngine: Readonly<Record<string, DatabaseKind>> = { postgres: 'postgres', postgresql: 'postgres', mysql: 'mariadb', mariadb: 'mariadb', redis: 'redis' } // biome-ignore format: a table
/** The variable that databases of an environment provide. */
const missingUrl = [
  { pattern: /Environment variable not found: (DATABASE_URL|POSTGRES_URL|REDIS_URL)\b/ },
  {
    pattern:
      /\b(DATABASE_URL|POSTGRES_URL|REDIS_URL)["'`]? (?:environment variable )?(?:is (?:not set|not defined|required|missing|undefined)|must be set)\b/,
  },
  {
    pattern:
      /[Mm]issing (?:required )?env(?:ironment)? var(?:iable)?s?:? {0,4}["'`]?(DATABASE_URL|POSTGRES_URL|REDIS_URL)\b/,
  },
  {
    pattern:
      /[Ee]nvironment variable ["'`]?(DATABASE_URL|POSTGRES_URL|REDIS_URL)["'`]? is (?:missing|not set|required)/,
  },
]

export function recognizeDatabase(scene: FailedRun): Finding | null {
  const { lines, isBuild, facts } = scene
  // Builds can't reach databases and get none of their variables.
  if (isBuild) return null
  const found = findDatabase(lines)
  const engine = engines.find(({ kind }) => kind === found?.kind)
  if (found === null || engine === undefined) return null
  const isThere = facts.services.some(({ kind }) => kind === engine.kind)
  const isElsewhere = facts.variables.some(({ key }) => engine.url.test(key))
  if (isThere || isElsewhere) return null
  return {
    code: 'database_missing',
    title: `There is no ${engine.title} database`,
    explanation: `The program needs ${engine.title}, and the environment has none. A database that you add here gives the program its address.`,
    at: found.at,
    remedies: addDatabase(scene, engine),
  }
}

function findDatabase(lines: readonly string[]): { kind: DatabaseKind; at: number } | null {
  const refused = findAny(lines, refusals)
  const byPort = engines.find(({ port }) => port === refused?.match[1])
  if (refused !== null && byPort !== undefined) return { kind: byPort.kind, at: refused.at }
  const nameless = findLast(lines, namelessPostgres)
  if (nameless !== null) return { kind: 'postgres', at: nameless.at }
  const mysql = findLast(lines, localMysql)
  if (mysql !== null) return { kind: 'mariadb', at: mysql.at }
  const unknown = findLast(lines, unknownHost)
  const byName = unknownEngine[unknown?.match[1] ?? '']
  if (unknown !== null && byName !== undefined) return { kind: byName, at: unknown.at }
  const url = findAny(lines, missingUrl)
  if (url === null) return null
  return { kind: url.match[1] === 'REDIS_URL' ? 'redis' : kindOf(lines), at: url.at }
}

/** DATABASE_URL can belong to any engine. */
function kindOf(lines: readonly string[]): DatabaseKind {
  return lines.some((line) => /\bmysql|mariadb/i.test(line)) ? 'mariadb' : 'postgres'
}

function addDatabase({ facts }: FailedRun, { kind, title, name }: (typeof engines)[number]): Remedy[] {
  const isTaken = facts.services.some((each) => each.name === name)
  return [{ action: 'add_database', label: `Add ${title}`, kind, name: isTaken ? kind : name }]
}

const missingTables = [
  { pattern: /The table `[\w.]+` does not exist in the current database/, command: 'npx prisma migrate deploy' },
  { pattern: /You have \d{1,4} unapplied migration/, command: 'python manage.py migrate --noinput' },
  { pattern: /ActiveRecord::PendingMigrationError|Migrations are pending\. To resolve this issue, run/, command: 'bin/rails db:migrate' },
  { pattern: /SQLSTATE\[42S02\]: Base table or view not found/, command: 'php artisan migrate --force' },
  { pattern: /\brelation "[\w."]+" does not exist/, command: null },
  { pattern: /\bno such table: [\w."]+/, command: null },
  { pattern: /\bTable '[\w.`-]+' doesn't exist/, command: null },
] as const // biome-ignore format: one sign per line
/** Finds the tool that the program uses when the message comes from the database. */
const migrators = [
  { pattern: /django\.db\.utils\./, command: 'python manage.py migrate --noinput' },
  { pattern: /ActiveRecord::StatementInvalid/, command: 'bin/rails db:migrate' },
  { pattern: /sqlalchemy\.exc\.|\(psycopg2?\.errors\.UndefinedTable\)/, command: 'alembic upgrade head' },
  { pattern: /DrizzleQueryError|drizzle-orm/, command: 'npx drizzle-kit migrate' },
  { pattern: /node_modules\/knex\//, command: 'npx knex migrate:latest' },
  { pattern: /SequelizeDatabaseError/, command: 'npx sequelize-cli db:migrate' },
] as const // biome-ignore format: one tool per line

export function recognizeMigration({ lines, service, isBuild }: FailedRun): Finding | null {
  const found = isBuild ? null : findAny(lines, missingTables)
  if (found === null) return null
  const { releaseCommand } = service?.configuration ?? { releaseCommand: null }
  const isSet = releaseCommand !== null
  const command = found.sign.command ?? findAny(lines, migrators)?.sign.command ?? null
  const label = isSet ? 'Change the release command' : 'Run migrations before each release'
  return {
    code: 'migration_missing',
    title: 'A table is missing in the database',
    explanation: isSet
      ? 'The program uses a table that its release command did not create.'
      : 'The program uses a table that a migration would create, and no release command runs migrations.',
    at: found.at,
    remedies: changeCommand(service, 'releaseCommand', { label, command }),
  }
}

const unwritable = [
  { pattern: /\b(?:EACCES: permission denied|EROFS: read-only file system), (?:mkdir|open|mkdtemp|rename|copyfile|unlink) '(\/[^']+)'/ },
  { pattern: /PermissionError: \[Errno 13\] Permission denied: '(\/[^']+)'/ },
  { pattern: /OSError: \[Errno 30\] Read-only file system: '(\/[^']+)'/ },
  { pattern: /Permission denied @ (?:dir_s_mkdir|rb_sysopen) - (\/\S+)/ },
  { pattern: /\b(?:mkdir|open) (\/[\w./-]+): (?:permission denied|read-only)/ },
  { pattern: /java\.nio\.file\.AccessDeniedException: (\/\S+)/ },
  { pattern: /mkdir: cannot create directory ['‘](\/[^'’]+)['’]: (?:Permission denied|Read-only file system)/ },
] // biome-ignore format: one sign per line
/** Folders where programs keep caches and settings of the current user. */
const homes = /^\/(?:root|nonexistent|home\/[\w-]+)(?:\/|$)|^\/\.(?:cache|config|npm|local|yarn|pnpm)\b/
const folderVariable = /(?:^|_)(?:DIR|DIRECTORY|FOLDER|PATH)$/

export function recognizeFolder({ lines, service, facts, isBuild }: FailedRun): Finding | null {
  const found = isBuild ? null : findAny(lines, unwritable)
  const path = found?.match[1]
  if (found === null || path === undefined) return null
  const isVolume = service?.configuration.volumes.some((each) => `${path}/`.startsWith(`${each.path}/`)) === true
  const own = facts.variables.filter(
    ({ key, service: only }) => folderVariable.test(key) && key !== 'PATH' && (only === null || only === service?.name),
  )
  const [folder] = own
  const remedies: Remedy[] = isVolume
    ? []
    : homes.test(path)
      ? [variable({ key: 'HOME', label: 'Set HOME to /tmp', value: '/tmp', service: service?.name ?? null })]
      : folder !== undefined && own.length === 1
        ? [variable({ ...folder, label: `Change ${folder.key}`, value: `/tmp/${lastPart(path)}` })]
        : []
  return {
    code: 'folder_not_writable',
    title: `The program can't write to ${path}`,
    explanation: isVolume
      ? 'The volume belongs to another user. Create its folder in the Dockerfile and give it to the user that runs the program.'
      : 'The folder belongs to another user. Files in /tmp are lost with each deployment; keep data that matters in a database.',
    at: found.at,
    remedies,
  }
}

function variable({
  key,
  label,
  value,
  service,
}: {
  key: string
  label: string
  value: string
  service: string | null
}): Remedy {
  return { action: 'set_variable', label, service, key, scope: 'runtime', value, keepsValue: false }
}

function lastPart(path: string): string {
  return (
    path
      .split('/')
      .filter((part) => part !== '')[0]
      ?.replaceAll(/[^\w.-]/g, '') ?? 'data'
  )
}

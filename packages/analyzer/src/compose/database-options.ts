/** Warns about settings of a database that Longshore can't keep, because it manages the database itself. */
import type { AppWarning } from '../app.ts'
import { splitImage } from '../databases/engines.ts'
import { type Notes, note } from './compose-warning.ts'
import { describeMount, type Mount } from './read-mounts.ts'
import { isUnset } from './read-options.ts'
import type { ComposeService } from './read-service.ts'
import type { ComposeDatabase } from './to-database.ts'

interface Lost {
  readonly what: string
  readonly line: number
  readonly instead: string
}

const official: Readonly<Record<string, readonly string[]>> = {
  postgres: ['postgres'],
  mariadb: ['mariadb'],
  redis: ['redis', 'valkey/valkey'],
}
const dataFolder =
  /^\/(?:var\/lib\/(?:postgresql|mysql|redis|valkey)|data|bitnami|home\/postgres\/pgdata|opt\/bitnami)(?:\/|$)/
/** Longshore sets the names and passwords of its databases. */
const credentials =
  /^(?:(?:POSTGRES(?:QL)?|MYSQL|MARIADB|REDIS|VALKEY)_(?:ROOT_)?(?:USER(?:NAME)?|PASSWORD|DB|DATABASE|HOST|PORT|PORT_NUMBER)|PG(?:USER|PASSWORD|DATABASE|DATA|PORT)|(?:MYSQL_|MARIADB_)?(?:ALLOW_EMPTY_|RANDOM_)(?:ROOT_)?PASSWORD|TZ|LANG|LC_ALL)$/

/** One warning for each thing, with its line. */
export function checkDatabaseOptions({ service, image, name }: ComposeDatabase, file: string): AppWarning[] {
  const notes: Notes = { where: `service ${service.name.slice(0, 80)}`, file, warnings: [] }
  const lost = [
    ...lostImage(service, image.engine),
    ...lostCommand(service),
    ...lostOptions(service),
    ...lostMounts(service),
    ...lostEnvironment(service),
    ...lostNames(service, name),
  ]
  for (const { what, line, instead } of lost)
    note(notes, 'compose_database_option', {
      message: `Longshore manages this database, without ${what}.`,
      line,
      instead,
    })
  return notes.warnings
}

function lostImage({ image, build, imageLine, line }: ComposeService, engine: string): Lost[] {
  const instead = 'Set the image in the service settings if you need its extensions.'
  if (build !== null) return [{ what: 'the image that the file builds', line, instead }]
  const [name] = splitImage(image ?? '')
  const plain = name.replace(/^docker\.io\//, '').replace(/^library\//, '')
  return official[engine]?.includes(plain) === true
    ? []
    : [{ what: `the image ${name.slice(0, 120)}`, line: imageLine ?? line, instead }]
}

function lostCommand({ start, line }: ComposeService): Lost[] {
  const stated = start.command ?? start.entrypoint
  if (stated === null) return []
  const instead = 'Longshore starts and configures its databases. Run your own image as a service to change that.'
  return [{ what: 'its own command', line: stated.line ?? line, instead }]
}

function lostOptions({ options, resources, replicas, line }: ComposeService): Lost[] {
  const found: Lost[] = []
  if (!isUnset(options)) {
    const instead = 'Longshore sets the user, the kernel limits, and the folders of its databases.'
    found.push({ what: 'the container options of the file', line, instead })
  }
  if (resources !== null)
    found.push({ what: 'the limits of the file', line, instead: 'Set memory and CPU limits in the service settings.' })
  if (replicas !== null && replicas > 1)
    found.push({ what: `${replicas} containers`, line, instead: 'A managed database has one container.' })
  return found
}

function lostMounts({ mounts, fileUses }: ComposeService): Lost[] {
  const mounted = mounts
    .filter(
      (mount) => mount.type !== 'tmpfs' && !isData(mount) && !/^\/etc\/(?:localtime|timezone)$/.test(mount.target),
    )
    .map((mount) => ({ what: describeMount(mount), line: mount.line, instead: insteadOf(mount) }))
  const used = fileUses.map(({ kind, name, line }) => ({
    what: `the ${kind} ${name.slice(0, 80)}`,
    line,
    instead: 'Longshore creates the users and passwords of its databases.',
  }))
  return [...mounted, ...used]
}

/** Longshore keeps the data in a volume of its own. */
function isData({ type, target }: Mount): boolean {
  return type === 'volume' && dataFolder.test(target)
}

function insteadOf({ target }: Mount): string {
  if (dataFolder.test(target)) return 'Longshore keeps the data in a new volume. Import a dump of the old data.'
  return target.includes('initdb')
    ? 'Run the scripts with a database client, or in a release command of the app.'
    : 'Longshore configures its databases. Run your own image as a service to change that.'
}

function lostEnvironment({ environment }: ComposeService): Lost[] {
  return environment
    .filter(({ key }) => !credentials.test(key))
    .map(({ key, line }) => ({
      what: `the variable ${key}`,
      line,
      instead: 'Longshore configures its databases. Run your own image as a service to change that.',
    }))
}

/** Variables that refer to the database get its URL, whatever name the file gives it. */
function lostNames(service: ComposeService, name: string): Lost[] {
  const own = service.name === name ? [] : [{ name: service.name, line: service.line }]
  return [...own, ...service.aliases]
    .filter((alias) => alias.name !== name)
    .map((alias) => ({
      what: `the hostname ${alias.name}`,
      line: alias.line,
      instead: `Other services reach it as ${name}. Variables that Longshore sets use that name.`,
    }))
}

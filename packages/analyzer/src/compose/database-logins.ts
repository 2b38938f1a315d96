/** How the services of a compose file sign in to its databases, and what Longshore's own databases offer instead. */
import type { Engine } from '../databases/engines.ts'
import { interpolate } from './interpolate.ts'
import type { ComposeDatabase } from './to-database.ts'

export interface DatabaseLogin {
  readonly engine: Engine
  /** Name of the service in Longshore, which is its hostname. */
  readonly name: string
  /** Hostnames in the file. */
  readonly hosts: readonly string[]
  /** Values in the file, as templates. */
  readonly passwords: ReadonlySet<string>
  readonly users: ReadonlySet<string>
  readonly databaseNames: ReadonlySet<string>
}

type Part = 'HOST' | 'PORT' | 'USER' | 'PASSWORD' | 'DATABASE' | 'URL'

export function toLogin({ service, image: { engine }, name }: ComposeDatabase): DatabaseLogin {
  const valuesOf = (pattern: RegExp) =>
    service.environment
      .filter(({ key }) => pattern.test(key))
      .flatMap(({ template }) => (template === null || template === '' ? [] : [template]))
  const isRedis = engine === 'redis'
  const stated = valuesOf(/(?:^|_)USER(?:NAME)?$/)
  const usual = engine === 'postgres' ? (stated.length === 0 ? ['postgres'] : []) : ['root']
  const users = isRedis ? [] : [...stated, ...usual]
  const databaseNames = valuesOf(/(?:^|_)(?:DB|DATABASE)$/)
  // The database of PostgreSQL has the name of its user, unless the file states another one.
  const isNamedAfterUser = engine === 'postgres' && databaseNames.length === 0
  return {
    engine,
    name,
    hosts: [service.name, ...service.aliases.map((alias) => alias.name)],
    passwords: new Set([...valuesOf(/(?:^|_)PASSWORD$/), ...(isRedis ? requiredPassword(service.command) : [])]),
    users: new Set(users),
    databaseNames: new Set(isNamedAfterUser ? users : databaseNames),
  }
}

/** `--requirepass` of a Redis command. */
function requiredPassword(command: string | null): string[] {
  const [, rest = ''] = (command ?? '').split('--requirepass', 2)
  const [word = ''] = rest.replace('=', ' ').trimStart().split(/\s/, 1)
  const text = interpolate(word.replaceAll(/["']/g, '')).template
  return text === '' || text === null ? [] : [text]
}

/** `${DB_PASSWORD}` for the database db. */
export function partOf({ name }: Pick<DatabaseLogin, 'name'>, part: Part): string {
  return `\${${prefixOf(name)}_${part}}`
}

/** Names that values can refer to without anyone setting them. */
export function offeredNames({ name }: Pick<DatabaseLogin, 'name'>): string[] {
  return (['HOST', 'PORT', 'USER', 'PASSWORD', 'DATABASE', 'URL'] as const).map((part) => `${prefixOf(name)}_${part}`)
}

function prefixOf(name: string): string {
  return name.toUpperCase().replaceAll('-', '_')
}

/**
 * Variables that services get anyway, and the values of the file that mean the same. Names for the first database of a
 * kind are left out if the file has several.
 */
export function isProvided(
  { key, text }: { key: string; text: string },
  login: DatabaseLogin,
  all: readonly DatabaseLogin[],
): boolean {
  const { name, engine } = login
  if (key === `${prefixOf(name)}_URL`) return urlsOf(login).includes(text)
  const isRedis = engine === 'redis'
  if (all.filter((each) => (each.engine === 'redis') === isRedis).length > 1) return false
  if (key === (isRedis ? 'REDIS_URL' : 'DATABASE_URL')) return urlsOf(login).includes(text)
  if (isRedis) return false
  const prefix = engine === 'postgres' ? 'PG' : 'MYSQL_'
  const same: Readonly<Record<string, string>> = {
    [`${prefix}HOST`]: name,
    [`${prefix}PORT`]: engine === 'postgres' ? '5432' : '3306',
    [`${prefix}USER`]: partOf(login, 'USER'),
    [`${prefix}PASSWORD`]: partOf(login, 'PASSWORD'),
    [`${prefix}DATABASE`]: partOf(login, 'DATABASE'),
  }
  return Object.hasOwn(same, key) && same[key] === text
}

/** Forms of the URL that Longshore provides. */
function urlsOf(login: DatabaseLogin): string[] {
  const { name, engine } = login
  const port = engine === 'postgres' ? 5_432 : engine === 'redis' ? 6_379 : 3_306
  const user = engine === 'redis' ? '' : partOf(login, 'USER')
  const paths = engine === 'redis' ? ['', '/', '/0'] : [`/${partOf(login, 'DATABASE')}`]
  const schemes = engine === 'postgres' ? ['postgres', 'postgresql'] : [engine === 'redis' ? 'redis' : 'mysql']
  return schemes.flatMap((scheme) =>
    [name, `${name}:${port}`].flatMap((host) =>
      paths.map((path) => `${scheme}://${user}:${partOf(login, 'PASSWORD')}@${host}${path}`),
    ),
  )
}

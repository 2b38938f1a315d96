/** Finds files that name an engine explicitly: schemas, settings, example files, add-ons. */
import type { App } from '../app.ts'
import { at, itemsOf, textAt } from '../formats/located.ts'
import { readJson } from '../formats/read-json.ts'
import { joinPath, nameOf } from '../formats/repository-path.ts'
import { folderRoleOf } from '../ignored.ts'
import { lineAt } from '../lines.ts'
import type { Repository } from '../repository.ts'
import { findExampleFiles } from '../variables/example-files.ts'
import { readDotenv } from '../variables/read-dotenv.ts'
import { type Engine, engineOfAddress } from './engines.ts'

export interface Statement {
  readonly engine: Engine
  readonly confidence: number
  readonly file: string
  readonly line: number | null
  readonly what: string
  readonly variables: readonly string[]
}

const engineNames: Readonly<Record<string, Engine>> = {
  postgres: 'postgres', postgresql: 'postgres', pgsql: 'postgres', pg: 'postgres', postgis: 'postgres', psql: 'postgres', neon: 'postgres', cockroachdb: 'postgres',
  mysql: 'mysql', mysql2: 'mysql', trilogy: 'mysql', mariadb: 'mariadb', sqlite: 'sqlite', sqlite3: 'sqlite', turso: 'sqlite', libsql: 'sqlite', mongodb: 'mongodb', mongo: 'mongodb',
  sqlserver: 'mssql', mssql: 'mssql', redis: 'redis', rediss: 'redis', keyvalue: 'redis',
} // biome-ignore format: one list

export function engineOfWord(word: string): Engine | null {
  const key = word.toLowerCase()
  return Object.hasOwn(engineNames, key) ? (engineNames[key] ?? null) : null
}

/** Patterns whose group is the engine, by file name. */
const patterns: readonly [file: RegExp, pattern: RegExp, what: string][] = [
  [
    /\.prisma$/,
    /datasource\s{1,20}\w{1,80}\s{0,20}\{[^{}]{0,400}?provider\s{0,20}=\s{0,20}"(\w{1,80})"/,
    'provider of the Prisma schema',
  ],
  [/^drizzle\.config\.[mc]?[jt]s$/, /\bdialect:\s*["'`](\w+)["'`]/, 'dialect of Drizzle'],
  [
    /^database\.ya?ml$/,
    /^production:[^\n]{0,200}\n(?:[ \t#][^\n]{0,200}\n){0,12}?[ \t]{1,20}adapter:\s{0,20}(\w{1,80})/m,
    'adapter in database.yml',
  ],
  [/^database\.ya?ml$/, /^[ \t]+adapter:\s*(\w+)/m, 'adapter in database.yml'],
  [
    /^(?:settings|base|production|prod|local|common|database|databases)\.py$/,
    /django\.(?:contrib\.gis\.)?db\.backends\.(\w+)/,
    'engine of Django',
  ],
  [
    /^(?:application|bootstrap)(?:-[\w-]+)?\.(?:ya?ml|properties)$/,
    /(?:jdbc|r2dbc):(\w+):/,
    'address of the data source',
  ],
  [
    /^(?:data-source|datasource|ormconfig|typeorm|database|db|app\.module|knexfile)[\w.-]*\.[mc]?[jt]s(?:on)?$/,
    /\b(?:type|dialect|client):\s*["'](postgres|postgresql|pg|mysql|mysql2|mariadb|sqlite|sqlite3|better-sqlite3|mongodb|mssql)["']/,
    'type of the connection',
  ],
]
const maxFiles = 200

export async function findStatements(repository: Repository, root: string, apps: readonly App[]): Promise<Statement[]> {
  const files = repository
    .filesBelow(root)
    .filter((path) => patterns.some(([name]) => name.test(nameOf(path))) && folderRoleOf(path, root) === 'own')
    .slice(0, maxFiles)
  const texts = await repository.texts(files)
  const found = files.flatMap((file, index) => ofText(file, texts[index] ?? ''))
  return [
    ...found,
    ...(await ofExamples(repository, root)),
    ...(await ofAddons(repository, apps)),
    ...(await ofFeatures(repository, apps)),
  ]
}

function ofText(file: string, text: string): Statement[] {
  for (const [name, pattern, what] of patterns) {
    const match = name.test(nameOf(file)) ? pattern.exec(text) : null
    const engine = engineOfWord((match?.[1] ?? '').replace('better-', ''))
    if (match !== null && engine !== null)
      return [
        { engine, confidence: 0.95, file, line: lineAt(text, match.index + match[0].length), what, variables: [] },
      ]
  }
  return []
}

/** A URL, or Laravel's name of a driver. */
async function ofExamples(repository: Repository, root: string): Promise<Statement[]> {
  const files = findExampleFiles(repository, root)
  const texts = await repository.texts(files.map(({ path }) => path))
  return files.flatMap(({ path }, index) =>
    readDotenv(texts[index] ?? '')
      .filter((line) => !line.isCommentedOut)
      .flatMap(({ key, value, line }): Statement[] => {
        const isDriver =
          /^(?:DB_CONNECTION|DB_DIALECT|DB_TYPE|DB_CLIENT|DATABASE_CLIENT|DB_ENGINE|CACHE_STORE|CACHE_DRIVER|QUEUE_CONNECTION|SESSION_DRIVER|TYPEORM_CONNECTION)$/.test(
            key,
          )
        const engine = isDriver
          ? engineOfWord(value.replace(/^django\.db\.backends\./, ''))
          : (engineOfAddress(value) ?? (/^file:.+\.(?:db|sqlite3?)/.test(value) ? 'sqlite' : null))
        return engine === null
          ? []
          : [
              {
                engine,
                confidence: 0.9,
                file: path,
                line,
                what: isDriver ? `${key}=${value.slice(0, 40)}` : `${key} has an address for it`,
                variables: isDriver ? [] : [key],
              },
            ]
      }),
  )
}

const addons: readonly [RegExp, Engine][] = [
  [/^heroku-postgresql/, 'postgres'],
  [/^(?:heroku-redis|rediscloud|redistogo|upstash)/, 'redis'],
  [/^(?:cleardb|jawsdb|mysql)/, 'mysql'],
  [/^(?:mongolab|ormongo|mongodb)/, 'mongodb'],
  [/^(?:cloudamqp|rabbitmq)/, 'rabbitmq'],
  [/^(?:memcachier|memcachedcloud)/, 'memcached'],
  [/^(?:bonsai|searchbox)/, 'elasticsearch'],
  [/^(?:heroku-kafka|cloudkarafka)/, 'kafka'],
]

/** Heroku's add-ons, and the databases of Render's file. */
async function ofAddons(repository: Repository, apps: readonly App[]): Promise<Statement[]> {
  const found: Statement[] = []
  for (const root of new Set(['.', ...apps.map((app) => app.root)])) {
    const file = joinPath(root, 'app.json')
    const text = await repository.text(file)
    const node = text === null ? null : readJson(text)
    for (const item of itemsOf(at(node ?? undefined, 'addons'))) {
      const name = (item.kind === 'scalar' ? item.text : textAt(item, 'plan')) ?? ''
      const engine = addons.find(([pattern]) => pattern.test(name))?.[1]
      if (engine !== undefined)
        found.push({ engine, confidence: 1, file, line: item.line, what: `add-on ${name.slice(0, 80)}`, variables: [] })
    }
  }
  const render = await repository.text('render.yaml')
  const node = render === null ? null : readJson(render)
  for (const item of itemsOf(at(node ?? undefined, 'databases')))
    found.push({
      engine: 'postgres',
      confidence: 1,
      file: 'render.yaml',
      line: item.line,
      what: 'database of Render',
      variables: [],
    })
  for (const item of itemsOf(at(node ?? undefined, 'services'))) {
    if (/^(?:redis|keyvalue)$/.test(textAt(item, 'type') ?? ''))
      found.push({
        engine: 'redis',
        confidence: 1,
        file: 'render.yaml',
        line: item.line,
        what: 'key value store of Render',
        variables: [],
      })
  }
  return found
}

/** For sqlx, diesel, and sea-orm, the engine is a feature. */
async function ofFeatures(repository: Repository, apps: readonly App[]): Promise<Statement[]> {
  const files = apps.filter((app) => app.language.value === 'rust').map((app) => joinPath(app.root, 'Cargo.toml'))
  const texts = await repository.texts(files)
  return files.flatMap((file, index) => {
    const lines = (texts[index] ?? '').split('\n', 2_000)
    return lines.flatMap((line, at): Statement[] => {
      const match = /^(?:sqlx|diesel|diesel-async|sea-orm)\s*=.{0,300}?"(?:sqlx-)?(postgres|mysql|sqlite|mssql)"/.exec(
        line,
      )
      const engine = engineOfWord(match?.[1] ?? '')
      return engine === null
        ? []
        : [{ engine, confidence: 0.95, file, line: at + 1, what: `feature ${match?.[1]}`, variables: [] }]
    })
  })
}

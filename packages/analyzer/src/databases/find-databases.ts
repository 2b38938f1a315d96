/**
 * Finds the databases of an app: stated by compose or longshore.yaml, by schemas and settings, or by drivers among its
 * packages.
 */
import type { App } from '../app.ts'
import type { AnalyzedDatabase, Reading } from '../reading.ts'
import type { Repository } from '../repository.ts'
import { scanCode } from '../variables/scan/scan-code.ts'
import { engineOfPackage } from './drivers.ts'
import { type Engine, isSupported } from './engines.ts'
import { findStatements, type Statement } from './statements.ts'

export interface FindDatabasesInput {
  readonly repository: Repository
  /** The analyzed folder. */
  readonly root: string
  readonly apps: readonly App[]
  readonly reading: Reading | null
}

const maxEvidence = 10

export async function findDatabases(input: FindDatabasesInput): Promise<AnalyzedDatabase[]> {
  const stated = input.reading?.databases ?? []
  if (input.reading?.kind === 'longshore' && input.reading.isComplete) return [...stated]
  const isElsewhere = await readsServer(input)
  const statements = [
    ...(await findStatements(input.repository, input.root, input.apps)),
    ...fromPackages(input.apps).filter(({ what }) => !isElsewhere || what !== `depends on ${libsql}`),
  ]
  const found = new Map<Engine, Statement[]>()
  for (const statement of statements) {
    const engine = sameServer(statement.engine, stated, statements)
    if (isPlain(engine, input.reading)) continue
    found.set(engine, [...(found.get(engine) ?? []), statement])
  }
  // A file database next to a server is for tests and development.
  const known = [...stated.map(({ engine }) => engine), ...found.keys(), ...(input.reading?.plainEngines ?? [])]
  if (known.some(isServer)) found.delete('sqlite')
  const databases = stated.map((database) => addTo(database, found.get(database.engine) ?? []))
  const fresh = [...found]
    .filter(([engine]) => !stated.some((database) => database.engine === engine))
    .map(([engine, list]) => make(engine, list))
  return [...databases, ...fresh.sort((a, b) => b.confidence - a.confidence)].slice(0, 50)
}

const libsql = '@libsql/client'

/** libSQL opens a file or connects to Turso: code with a URL or a token for it has no file. */
async function readsServer({ repository, root, apps }: FindDatabasesInput): Promise<boolean> {
  if (!apps.some((app) => app.dependencies.has(libsql))) return false
  const { findings } = await scanCode(repository, root)
  return findings.some(({ key }) => /^(?:TURSO|LIBSQL)_(?:\w{1,40}_)?(?:URL|URI|TOKEN)$/.test(key))
}

function fromPackages(apps: readonly App[]): Statement[] {
  return apps.flatMap((app) =>
    [...app.dependencies].flatMap(([name, { file, line }]): Statement[] => {
      const engine = engineOfPackage(name)
      return engine === null
        ? []
        : [{ engine, confidence: 0.9, file, line, what: `depends on ${name}`.slice(0, 300), variables: [] }]
    }),
  )
}

/** MariaDB uses the drivers of MySQL. */
function sameServer(engine: Engine, stated: readonly AnalyzedDatabase[], statements: readonly Statement[]): Engine {
  const has = (wanted: Engine) => stated.some((one) => one.engine === wanted)
  if (engine === 'mysql' && (has('mariadb') || (!has('mysql') && statements.some((one) => one.engine === 'mariadb'))))
    return 'mariadb'
  return engine === 'mariadb' && has('mysql') ? 'mysql' : engine
}

/** A service of the compose file already runs it. MySQL and MariaDB have the same drivers. */
function isPlain(engine: Engine, reading: Reading | null): boolean {
  const plain = reading?.plainEngines ?? []
  return plain.includes(engine) || (engine === 'mariadb' && plain.includes('mysql'))
}

function isServer(engine: Engine): boolean {
  return (
    engine === 'postgres' || engine === 'mysql' || engine === 'mariadb' || engine === 'mongodb' || engine === 'mssql'
  )
}

function addTo(database: AnalyzedDatabase, statements: readonly Statement[]): AnalyzedDatabase {
  return {
    ...database,
    variables: [...new Set([...database.variables, ...statements.flatMap(({ variables }) => variables)])].slice(0, 20),
    evidence: [...database.evidence, ...statements.map(toEvidence)].slice(0, maxEvidence),
  }
}

function make(engine: Engine, statements: readonly Statement[]): AnalyzedDatabase {
  return {
    engine,
    name: engine,
    version: null,
    variables: [...new Set(statements.flatMap(({ variables }) => variables))].slice(0, 20),
    supported: isSupported(engine),
    confidence: Math.max(...statements.map(({ confidence }) => confidence)),
    evidence: statements.map(toEvidence).slice(0, maxEvidence),
  }
}

function toEvidence({ file, line, what }: Statement): AnalyzedDatabase['evidence'][number] {
  return { claim: 'engine', file, line, what }
}

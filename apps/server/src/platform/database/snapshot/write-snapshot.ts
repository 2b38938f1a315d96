/**
 * Streams a consistent snapshot of a whole database. It needs no PostgreSQL programs, and a different major version can
 * load it.
 */
import pg from 'pg'
import { listSequences, listTables, type StoredTable } from './catalog.ts'
import { copyOut } from './copy.ts'
import { countRows } from './count-rows.ts'
import { endOfRows, type SnapshotHeader, snapshotFormat, type TableSum, toLine } from './snapshot-format.ts'

export interface SnapshotOptions {
  url: string
  /** Metadata stored in the header line. */
  about: Record<string, string>
  /** Tables whose rows are excluded. */
  without: readonly string[]
  /** SQL conditions for tables of which only some rows are included. Constants in our code, never user input. */
  only?: Readonly<Record<string, string>>
}

/** Time limit for a single table. */
const statementTimeoutMs = 3_600_000
/** The migrations fill this table when the snapshot is loaded; the header lists what was applied. */
const migrationsTable = 'schema_migrations'

export async function* writeSnapshot({ url, about, without, only = {} }: SnapshotOptions): AsyncGenerator<Buffer> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'longshore-backup',
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
  })
  // A broken connection fails its statement. Without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const all = await listTables(client)
    const tables = all.filter(({ name }) => name !== migrationsTable)
    const unknown = [...without, ...Object.keys(only)].filter((name) => tables.every((table) => table.name !== name))
    if (unknown.length > 0) throw new Error(`there is no table ${unknown.join(', ')}`)
    // The login may own nothing and not even see the schema. Before the migration that grants this right, the owner
    // creates backups.
    const reader = all.find(({ name }) => name === migrationsTable)?.reader ?? null
    yield toLine(await asReader(client, reader, () => readHeader(client, about)))
    const sums: Record<string, TableSum> = {}
    for (const table of tables) {
      if (without.includes(table.name)) continue
      const counter = countRows()
      yield toLine({ table: table.name, columns: table.columns })
      yield* counter.through(readRows(client, table, only[table.name] ?? 'true'))
      yield endOfRows
      sums[table.name] = counter.sum()
    }
    yield toLine({ end: true, tables: sums })
  } finally {
    await client.end()
  }
}

async function asReader<T>(client: pg.Client, reader: StoredTable['reader'], work: () => Promise<T>): Promise<T> {
  if (reader !== null) await client.query(`set local role ${reader}`)
  const result = await work()
  await client.query('reset role')
  return result
}

async function readHeader(client: pg.Client, about: Record<string, string>): Promise<SnapshotHeader> {
  const { rows } = await client.query<{ madeAt: Date; serverVersion: string }>(
    `select now() as "madeAt", current_setting('server_version') as "serverVersion"`,
  )
  const applied = await client.query<{ version: string; sha256: string }>(
    `select version, sha256 from ${migrationsTable} order by version`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('PostgreSQL gave no answer')
  return {
    format: snapshotFormat,
    formatVersion: 1,
    madeAt: row.madeAt.toISOString(),
    serverVersion: row.serverVersion,
    migrations: applied.rows,
    sequences: await listSequences(client),
    about,
  }
}

async function* readRows(client: pg.Client, table: StoredTable, where: string): AsyncGenerator<Buffer> {
  const { name, columns, reader } = table
  if (reader !== null) await client.query(`set local role ${reader}`)
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  yield* copyOut(client, `copy (select ${list} from public.${pg.escapeIdentifier(name)} where ${where}) to stdout`)
  await client.query('reset role')
}

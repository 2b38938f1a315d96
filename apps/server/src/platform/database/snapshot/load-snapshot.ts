/**
 * Loads a snapshot into a database in one transaction: all or nothing. The migrations of the snapshot's release create
 * the tables; newer migrations run after the rows are loaded.
 */
import pg from 'pg'
import type { Tx } from '../database.ts'
import { migrate } from '../migrate.ts'
import { listTables, planLoading } from './catalog.ts'
import { copyIn } from './copy.ts'
import { readSnapshot, type SnapshotContent } from './read-snapshot.ts'
import type { SnapshotHeader, TableHeader } from './snapshot-format.ts'
import { SnapshotError } from './snapshot-reader.ts'
import { asTransaction } from './transaction-client.ts'

export interface LoadOptions {
  url: string
  source: AsyncIterable<Uint8Array>
  /** Throws if the snapshot can't be loaded, before anything is changed. */
  validate(header: SnapshotHeader): void
  /** Runs in the transaction that loads the rows, as the owner of the tables. */
  afterRows(tx: Tx, header: SnapshotHeader): Promise<void>
}

const statementTimeoutMs = 3_600_000
const keptTables = new Set(['schema_migrations'])

export async function loadSnapshot({ url, source, validate, afterRows }: LoadOptions): Promise<SnapshotContent> {
  await using work = new Loading(url)
  await work.connect()
  const content = await readSnapshot(source, {
    async begin(header) {
      validate(header)
      await work.clear()
      await migrate(url, { only: header.migrations })
      await work.begin()
    },
    table: (table, rows) => work.fill(table, rows),
  })
  await work.finish(content.header, afterRows)
  await migrate(url)
  return content
}

class Loading implements AsyncDisposable {
  readonly #pool: pg.Pool
  #connection: pg.PoolClient | undefined
  #after: string[] = []
  #columns = new Map<string, readonly string[]>()

  constructor(url: string) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: 1,
      application_name: 'longshore-restore',
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
    })
    this.#pool.on('error', () => undefined)
  }

  async connect(): Promise<void> {
    this.#connection = await this.#pool.connect()
    // A broken connection fails its statement. Without a listener it would end the process.
    this.#connection.on('error', () => undefined)
  }

  get #client(): pg.PoolClient {
    if (this.#connection === undefined) throw new Error('not connected')
    return this.#connection
  }

  /** Drops everything, including tables of a newer release, whose migrations run again after the rows are loaded. */
  async clear(): Promise<void> {
    await requireUnused(this.#client)
    await this.#client.query('drop schema public cascade; create schema public')
  }

  async begin(): Promise<void> {
    const client = this.#client
    await client.query('begin')
    const tables = (await listTables(client)).filter(({ name }) => !keptTables.has(name))
    this.#columns = new Map(tables.map(({ name, columns }) => [name, columns]))
    const { before, after } = await planLoading(client)
    this.#after = after
    for (const statement of before) await client.query(statement)
    await client.query(`truncate ${tables.map(({ name }) => `public.${pg.escapeIdentifier(name)}`).join(', ')}`)
  }

  async fill({ table, columns }: TableHeader, rows: AsyncIterable<Buffer>): Promise<void> {
    const known = this.#columns.get(table)
    if (known === undefined || columns.some((column) => !known.includes(column)))
      throw new SnapshotError(`this release has no table ${table} with these columns`)
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
    await copyIn(this.#client, `copy public.${pg.escapeIdentifier(table)} (${list}) from stdin`, rows)
  }

  async finish(header: SnapshotHeader, afterRows: LoadOptions['afterRows']): Promise<void> {
    const client = this.#client
    for (const [name, value] of Object.entries(header.sequences)) {
      // The sequence was never used, so the first value is next.
      if (value === '0') continue
      await client.query('select setval($1::regclass, $2::bigint)', [`public.${pg.escapeIdentifier(name)}`, value])
    }
    await afterRows(asTransaction(client), header)
    // A constraint can't be created while its trigger events are pending in this transaction.
    await client.query('set constraints all immediate')
    for (const statement of this.#after) await client.query(statement)
    await client.query('commit')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Destroying the connection also ends an open transaction.
    this.#connection?.release(true)
    await this.#pool.end()
  }
}

/** Refuses a database that is in use; a restore never overwrites data. */
async function requireUnused(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('public.users') is not null as exists`)
  if (rows[0]?.exists !== true) return
  const { rows: users } = await client.query('select from public.users limit 1')
  if (users.length > 0) throw new SnapshotError('the database has accounts; give one that is empty')
}

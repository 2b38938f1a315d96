/**
 * Fills a database from a snapshot, in one transaction: all of it is there afterwards, or nothing. The tables are made by the
 * migrations that the snapshot was made with; newer ones are applied when the rows are in.
 */
import pg from 'pg'
import type { Tx } from '../database.ts'
import { migrate } from '../migrate.ts'
import { listTables, planLoading } from './catalog.ts'
import { copyIn } from './copy.ts'
import { asTransaction } from './held-client.ts'
import { readSnapshot, type SnapshotContent } from './read-snapshot.ts'
import type { SnapshotHeader, TableHeader } from './snapshot-format.ts'
import { SnapshotError } from './snapshot-reader.ts'

export interface LoadOptions {
  url: string
  source: AsyncIterable<Uint8Array>
  /** Throws when the snapshot is not one to load; before anything is changed. */
  judge(header: SnapshotHeader): void
  /** In the transaction of the rows, as the owner of the tables. */
  afterRows(tx: Tx, header: SnapshotHeader): Promise<void>
}

const statementTimeoutMs = 3_600_000
const keptTables = new Set(['schema_migrations'])

export async function loadSnapshot({ url, source, judge, afterRows }: LoadOptions): Promise<SnapshotContent> {
  await using work = new Loading(url)
  await work.connect()
  const content = await readSnapshot(source, {
    async begin(header) {
      judge(header)
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
    // A connection that breaks fails its statement; without a listener it would end the process.
    this.#connection.on('error', () => undefined)
  }

  get #client(): pg.PoolClient {
    if (this.#connection === undefined) throw new Error('not connected')
    return this.#connection
  }

  /** What a newer release made goes too: its migrations come again when the rows are in. */
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
      // Nobody took a number yet: the next one is the first.
      if (value === '0') continue
      await client.query('select setval($1::regclass, $2::bigint)', [`public.${pg.escapeIdentifier(name)}`, value])
    }
    await afterRows(asTransaction(client), header)
    // A constraint cannot be made while its trigger events of this transaction wait.
    await client.query('set constraints all immediate')
    for (const statement of this.#after) await client.query(statement)
    await client.query('commit')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Closed, not given back: an open transaction ends with it.
    this.#connection?.release(true)
    await this.#pool.end()
  }
}

/** Somebody works with it: nothing is ever overwritten. */
async function requireUnused(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('public.users') is not null as exists`)
  if (rows[0]?.exists !== true) return
  const { rows: users } = await client.query('select from public.users limit 1')
  if (users.length > 0) throw new SnapshotError('the database has accounts; give one that is empty')
}

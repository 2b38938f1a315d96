/**
 * Prepares statements that start with the marker once per connection. Planning was half the cost of the few statements
 * that run all the time. Other statements stay unprepared, so that connections don't collect plans without limit.
 */
import { createHash } from 'node:crypto'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'

/** Prefix of a query that is to be prepared. */
const marker = '/* prepared */'

/** The driver's message for a query that timed out. */
const timeoutMessage = 'Query read timeout'

const names = new Map<string, string>()
const maxNames = 200
const commands = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE'] as const

export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PreparingClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const wrapper = known.get(client) ?? new PreparingClient(client)
      known.set(client, wrapper)
      return wrapper
    },
  }
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #plain: PostgresPoolClient
  #isDead = false

  constructor(client: pg.PoolClient) {
    this.#client = client
    this.#plain = client
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy === true || this.#isDead)
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') return this.#plain.query(text)
    return this.#queryAlive<R>(text, values)
  }

  /** Runs a query and discards the connection when it doesn't respond: a rollback on it would wait just as long. */
  async #queryAlive<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (this.#isDead) throw new Error('Connection terminated: it gave no answer')
    try {
      return await (text.startsWith(marker) ? this.#queryPrepared<R>(text, values) : this.#plain.query<R>(text, values))
    } catch (error) {
      this.#isDead = error instanceof Error && error.message === timeoutMessage
      throw error
    }
  }

  async #queryPrepared<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const { command, rowCount, rows } = await this.#client.query<R & object>({
      name: nameOf(text),
      text,
      values: [...values],
    })
    return { command: commands.find((each) => each === command) ?? 'SELECT', rowCount: rowCount ?? 0, rows }
  }
}

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  // A statement whose text contains its values must not be prepared.
  if (names.size >= maxNames) throw new RangeError('too many different prepared statements')
  const name = `longshore_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  names.set(text, name)
  return name
}

/**
 * PostgreSQL, the only truth. Two handles, two database roles:
 *
 * - `tenant(organizationId, work)`: a transaction that row-level security confines to one organisation. A forgotten
 *   `where` finds no foreign row.
 * - `system(work)` and `systemDb`: sees every row; only `*.system-repository.ts` files and `platform/` may use them.
 *
 * Work happens inside a transaction; keep it short and never wait for another machine in it.
 */
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { brandTransaction, type Id, type InTransaction } from '../ids/brand.ts'
import { isUuid } from '../ids/type-id.ts'
import { preparing } from './prepared.ts'
import type { DB } from './schema.generated.ts'

export type Tx = InTransaction<Kysely<DB>>
export type OrganizationId = Id<'org'>

export interface Database extends AsyncDisposable {
  tenant<T>(organizationId: OrganizationId, work: (tx: Tx) => Promise<T>): Promise<T>
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  readonly systemDb: Kysely<DB>
  ping(): Promise<void>
}

export interface DatabaseOptions {
  url: string
  poolSize: number
  applicationName: string
  onIdleError?: (error: Error) => void
}

const statementTimeoutMs = 15_000
const connectionTimeoutMs = 10_000

// PostgreSQL's int8 arrives as text by default; ours are counters far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export function createDatabase(options: DatabaseOptions): Database {
  const tenantPool = createPool(options, 'longshore_tenant')
  const systemPool = createPool(options, 'longshore_system')
  const tenantDb = new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(tenantPool) }) })
  const systemDb = new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(systemPool) }) })
  return {
    tenant: (organizationId, work) => runTransaction(tenantDb, beginForTenant(organizationId), work),
    system: (work) => runTransaction(systemDb, 'begin', work),
    systemDb,
    async ping() {
      await sql`select 1`.execute(systemDb)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([tenantDb.destroy(), systemDb.destroy()])
    },
  }
}

function createPool(options: DatabaseOptions, role: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    // A connection costs the server several megabytes: idle ones go, the next request opens one in a few milliseconds.
    idleTimeoutMillis: 10_000,
    // Also the wait for a free one. Creations of one organisation take turns, so a burst of them fills the pool for a while; a
    // database that is down refuses at once.
    connectionTimeoutMillis: connectionTimeoutMs,
    application_name: options.applicationName,
    options: `-c role=${role} -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=30000`,
    keepAlive: true,
  })
  // Without a listener a connection that breaks (database restart) would end the process: the pool listens to idle ones,
  // we to those in use, whose queries are rejected as well.
  pool.on('error', (error) => options.onIdleError?.(error))
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function beginForTenant(organizationId: OrganizationId): string {
  // The value goes into the statement text so that begin and setting are one round trip; hence the check.
  if (!isUuid(organizationId)) throw new TypeError('organization id is not a uuid')
  return `begin; set local longshore.organization_id = '${organizationId}'`
}

async function runTransaction<T>(db: Kysely<DB>, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await db.connection().execute(async (connection) => {
    await sql.raw(begin).execute(connection)
    try {
      const result = await work(brandTransaction(connection))
      const { rows } = await sql<{ command: string }>`commit`.execute(connection)
      // The answer of PostgreSQL when a statement had failed and somebody caught the error: nothing was written.
      if (rows[0]?.command === 'ROLLBACK') throw new Error('a statement of the transaction had failed: rolled back')
      return result
    } catch (error) {
      await sql`rollback`.execute(connection).catch(() => undefined)
      throw error
    }
  })
}

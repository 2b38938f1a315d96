/**
 * PostgreSQL, the only truth. Two handles, two database roles:
 *
 * - `tenant(organizationId, work)`: a transaction that row-level security confines to one organization. A forgotten
 *   `where` finds no foreign row.
 * - `system(work)` and `systemDb`: sees every row; only `*.system-repository.ts` files and `platform/` may use them.
 * - `maintenance(work)`: like `system`, with minutes instead of seconds for a statement, and no patience for locks.
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
  maintenance<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  readonly systemDb: Kysely<DB>
  ping(): Promise<void>
}

export interface DatabaseOptions {
  url: string
  poolSize: number
  applicationName: string
  onIdleError?: (error: Error) => void
  limits?: StatementLimits
}

/** The server ends a statement that is too slow. Only a connection without a living server takes longer than that to answer. */
interface StatementLimits {
  statementMs: number
  answerMs: number
}

const ordinaryLimits: StatementLimits = { statementMs: 15_000, answerMs: 20_000 }
const maintenanceLimits: StatementLimits = { statementMs: 300_000, answerMs: 310_000 }
const connectionTimeoutMs = 10_000
const probeIdleMs = 10_000

// PostgreSQL's int8 arrives as text by default; ours are counters far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export function createDatabase(options: DatabaseOptions): Database {
  const tenantDb = open(options, 'longshore_tenant')
  const systemDb = open(options, 'longshore_system')
  const maintenance = { ...options, poolSize: 1, limits: maintenanceLimits }
  const maintenanceDb = open(maintenance, 'longshore_system')
  return {
    tenant: (organizationId, work) => runTransaction(tenantDb, beginForTenant(organizationId), work),
    system: (work) => runTransaction(systemDb, 'begin', work),
    // Rather try again in an hour than let everything queue behind a lock that isn't granted.
    maintenance: (work) => runTransaction(maintenanceDb, "begin; set local lock_timeout = '2s'", work),
    systemDb,
    async ping() {
      await sql`select 1`.execute(systemDb)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([tenantDb, systemDb, maintenanceDb].map((db) => db.destroy()))
    },
  }
}

function open(options: DatabaseOptions, role: string): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(createPool(options, role)) }) })
}

function createPool(options: DatabaseOptions, role: string): pg.Pool {
  const { statementMs, answerMs } = options.limits ?? ordinaryLimits
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    // A connection costs the server several megabytes: idle ones go, the next request opens one in a few milliseconds.
    idleTimeoutMillis: 10_000,
    // Also the wait for a free one. Creations of one organization take turns, so a burst of them fills the pool for a while; a
    // database that is down refuses at once.
    connectionTimeoutMillis: connectionTimeoutMs,
    application_name: options.applicationName,
    options: `-c role=${role} -c statement_timeout=${statementMs} -c idle_in_transaction_session_timeout=30000`,
    // A server that lost power, or a network that is cut, says nothing: neither to a query nor to an idle connection.
    query_timeout: answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: probeIdleMs,
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

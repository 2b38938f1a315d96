/**
 * PostgreSQL, the only source of truth. It has separate handles with separate database roles:
 *
 * - `tenant(organizationId, work)`: a transaction that row-level security confines to one organization. A query without
 *   a `where` clause can't find rows of other organizations.
 * - `system(work)` and `systemDb`: see every row; only `*.system-repository.ts` files and `platform/` can use them.
 * - `maintenance(work)`: like `system`, but statements can take minutes, and it gives up quickly on locks.
 *
 * Work happens inside a transaction; keep it short and never wait for another machine in it.
 *
 * Decision: docs/decisions/0005-row-level-security.md
 */
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { brandTransaction, type Id, type InTransaction } from '../ids/brand.ts'
import { isUuid } from '../ids/type-id.ts'
import { withWorkBeforeCommit } from './before-commit.ts'
import { withPreparedStatements } from './prepared.ts'
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

/**
 * Statement time limits. The server cancels slow statements; only a lost connection takes longer than that to respond.
 */
interface StatementLimits {
  statementMs: number
  responseMs: number
}

const ordinaryLimits: StatementLimits = { statementMs: 15_000, responseMs: 20_000 }
const maintenanceLimits: StatementLimits = { statementMs: 300_000, responseMs: 310_000 }
const connectionTimeoutMs = 10_000
const probeIdleMs = 10_000

// PostgreSQL returns int8 as text by default; our values are counters far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export function createDatabase(options: DatabaseOptions): Database {
  const tenantDb = open(options, 'longshore_tenant')
  const systemDb = open(options, 'longshore_system')
  const maintenance = { ...options, poolSize: 1, limits: maintenanceLimits }
  const maintenanceDb = open(maintenance, 'longshore_system')
  return {
    tenant: (organizationId, work) => runTransaction(tenantDb, beginForTenant(organizationId), work),
    system: (work) => runTransaction(systemDb, 'begin', work),
    // Retrying in an hour is better than letting every query wait behind a lock that isn't granted.
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
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: withPreparedStatements(createPool(options, role)) }) })
}

function createPool(options: DatabaseOptions, role: string): pg.Pool {
  const { statementMs, responseMs } = options.limits ?? ordinaryLimits
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    // Each connection costs the server several megabytes. Close idle ones; opening a new one takes a few milliseconds.
    idleTimeoutMillis: 10_000,
    // This also limits the wait for a free connection. Creations in one organization run one at a time, so a burst of
    // them can fill the pool for a while. A database that is down refuses connections immediately.
    connectionTimeoutMillis: connectionTimeoutMs,
    application_name: options.applicationName,
    options: `-c role=${role} -c statement_timeout=${statementMs} -c idle_in_transaction_session_timeout=30000`,
    // A server that lost power or network doesn't respond to queries or close idle connections.
    query_timeout: responseMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: probeIdleMs,
  })
  // Without an error listener, a broken connection (database restart) would end the process. The pool listens on idle
  // connections; this listens on connections in use, whose queries are rejected too.
  pool.on('error', (error) => options.onIdleError?.(error))
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function beginForTenant(organizationId: OrganizationId): string {
  // The value is part of the statement text so that `begin` and the setting take one round trip; hence the check.
  if (!isUuid(organizationId)) throw new TypeError('organization id is not a uuid')
  return `begin; set local longshore.organization_id = '${organizationId}'`
}

async function runTransaction<T>(db: Kysely<DB>, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await db.connection().execute(async (connection) => {
    await sql.raw(begin).execute(connection)
    try {
      const result = await withWorkBeforeCommit(brandTransaction(connection), work)
      const { rows } = await sql<{ command: string }>`commit`.execute(connection)
      // PostgreSQL responds with ROLLBACK if a statement had failed and its error was caught: nothing was written.
      if (rows[0]?.command === 'ROLLBACK') throw new Error('a statement of the transaction had failed: rolled back')
      return result
    } catch (error) {
      await sql`rollback`.execute(connection).catch(() => undefined)
      throw error
    }
  })
}

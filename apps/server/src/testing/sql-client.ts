/** Plain SQL as the owner of a test database, for suites that bypass the application. */
import pg from 'pg'

export interface SqlClient extends AsyncDisposable {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
}

export function createSqlClient(url: string): SqlClient {
  const pool = new pg.Pool({ connectionString: url, max: 8 })
  // A database restart must not end the suite.
  pool.on('error', () => undefined)
  return {
    async query<Row extends object>(text: string, values: unknown[] = []) {
      return (await pool.query<Row>(text, values)).rows
    },
    async [Symbol.asyncDispose]() {
      await pool.end()
    },
  }
}

/** A connection pool without row-level security, for tests that bypass the server or change timestamps. */
import pg from 'pg'

export type Superuser = pg.Pool

export function connectAsSuperuser(url: string): Superuser {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  // Some tests restart the database on purpose; a broken idle connection must not end the process.
  pool.on('error', () => undefined)
  return pool
}

/** A pool that no policy confines, for tests that look behind the server's back or move the times of rows. */
import pg from 'pg'

export type Superuser = pg.Pool

export function connectAsSuperuser(url: string): Superuser {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  // Some tests restart the database on purpose; an idle connection that breaks is no reason to end.
  pool.on('error', () => undefined)
  return pool
}

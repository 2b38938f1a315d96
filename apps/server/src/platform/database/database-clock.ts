/** Reads the database's clock. Processes compare due times with it because the clocks of their machines can differ. */
import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.generated.ts'

export async function readDatabaseTime(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database does not tell the time')
  return row.now
}

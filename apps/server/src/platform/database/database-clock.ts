/** The time that due times are compared with. All processes see the same one, whatever their machines believe. */
import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.generated.ts'

export async function readDatabaseTime(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database does not tell the time')
  return row.now
}

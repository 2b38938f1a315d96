/**
 * The database's time, for what is compared with times that the database wrote or that outlive this process. Clocks of processes
 * differ, and jump.
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.generated.ts'

/** In a transaction: when it began. */
export async function readNow(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database gave no time')
  return row.now
}

/**
 * Reads the database's time, for comparisons with times that the database wrote or that outlive this process. The
 * clocks of processes differ and jump.
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.generated.ts'

/** Inside a transaction this is the time when the transaction began. */
export async function readNow(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database gave no time')
  return row.now
}

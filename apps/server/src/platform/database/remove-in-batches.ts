/**
 * Deletes rows in batches, each in its own transaction, so that a table that has grown large doesn't time out as a
 * whole. The next round deletes what is left after the time limit.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

export interface BatchLimits {
  rows?: number
  withinMs?: number
}

const defaultRows = 5_000
const defaultWithinMs = 60_000

/** Returns the number of deleted rows. Doesn't work with partitioned tables. */
export async function removeInBatches(
  database: Pick<Database, 'maintenance'>,
  { table, where }: { table: string; where: RawBuilder<unknown> },
  limits: BatchLimits = {},
): Promise<number> {
  const name = sql.table(table)
  return await inBatches(
    (limit) =>
      database.maintenance(async (tx) => {
        const { numAffectedRows = 0n } = await sql`
          delete from ${name} where ctid = any(array(
            select ctid from ${name} where ${where} limit ${limit} for update skip locked))`.execute(tx)
        return Number(numAffectedRows)
      }),
    limits,
  )
}

/** Repeats `work`, which deletes at most `rows` rows and returns their number, until it deletes fewer. */
export async function inBatches(
  removeBatch: (limit: number) => Promise<number>,
  { rows = defaultRows, withinMs = defaultWithinMs }: BatchLimits = {},
): Promise<number> {
  const endsAt = performance.now() + withinMs
  let removed = 0
  for (;;) {
    const count = await removeBatch(rows)
    removed += count
    if (count < rows || performance.now() > endsAt) return removed
  }
}

/**
 * Removes rows a batch at a time, each batch in a transaction of its own: a table that has grown large is worked off, instead of
 * timing out as a whole again and again. What is left after the time limit is for the next round.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

export interface BatchLimits {
  rows?: number
  withinMs?: number
}

const defaultRows = 5_000
const defaultWithinMs = 60_000

/** Returns how many rows are gone. Not for partitioned tables. */
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

/** Repeats work that removes at most so many rows and returns how many, until it finds fewer. */
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

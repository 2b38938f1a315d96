/**
 * Maintains tables that are partitioned by time. It creates future partitions first. It drops each expired partition in
 * its own transaction, so that one that can't be locked doesn't block the others.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from './database.ts'
import { inBatches } from './remove-in-batches.ts'

export interface PartitionedTable {
  name: string
  daysPerPartition: number
  keptDays: number
  /** Calls the owner's function that creates partitions; its result column is `count`. */
  create: RawBuilder<{ count: number }>
  /** Calls the owner's function that drops partitions that ended before the given time. */
  drop(endedBefore: Date): RawBuilder<{ count: number }>
  /** Prepares work that runs in the transaction that drops a partition, before its rows are deleted. */
  beforeDrop?(range: PartitionRange): Promise<(tx: Tx) => Promise<void>>
}

export interface PartitionRange {
  from: Date
  to: Date
}

export async function createPartitions(database: Database, table: PartitionedTable): Promise<number> {
  return await database.maintenance((tx) => countOf(table.create, tx))
}

/** Drops old partitions and old rows of the default partition. Returns the number of dropped partitions. */
export async function dropOldPartitions(database: Database, table: PartitionedTable): Promise<number> {
  let dropped = 0
  for (const range of await listOldPartitions(database, table)) {
    const alsoDo = await table.beforeDrop?.(range)
    dropped += await database.maintenance(async (tx) => {
      await alsoDo?.(tx)
      return await countOf(table.drop(range.to), tx)
    })
  }
  await inBatches((limit) => database.maintenance((tx) => emptyDefault(tx, table, limit)))
  return dropped
}

/** Lists the oldest partition first, so that dropping up to its end drops only that one. */
async function listOldPartitions(database: Database, table: PartitionedTable): Promise<PartitionRange[]> {
  const { rows } = await sql<PartitionRange>`
    select starts as "from", ends as "to" from pg_inherits i join pg_class c on c.oid = i.inhrelid,
      lateral (select to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC' as starts) s,
      lateral (select starts + ${table.daysPerPartition} * interval '1 day' as ends) e
    where i.inhparent = ${table.name}::regclass and c.relname ~ '_p[0-9]{8}$'
      and ends <= now() - make_interval(days => ${table.keptDays})
    order by starts`.execute(database.systemDb)
  return rows
}

async function emptyDefault(tx: Tx, { name, keptDays }: PartitionedTable, limit: number): Promise<number> {
  return await countOf(
    sql`select empty_default_partition(${name}, now() - make_interval(days => ${keptDays}), ${limit}) as count`,
    tx,
  )
}

async function countOf(query: RawBuilder<unknown>, tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`${query}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Maintains the event tables. Safe to run concurrently. */
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { createPartitions, dropOldPartitions, type PartitionedTable } from '../database/partitions.ts'
import { removeInBatches } from '../database/remove-in-batches.ts'
import { runAll } from '../process/run-all.ts'

export interface EventRetention {
  eventDays: number
  runEventDays: number
}

export const defaultEventRetention: EventRetention = { eventDays: 30, runEventDays: 90 }

const weeksAhead = 4

export async function maintainEventTables(
  database: Database,
  { eventDays, runEventDays }: EventRetention = defaultEventRetention,
): Promise<{ made: number; dropped: number }> {
  const events = tableOf('events', eventDays)
  const runEvents = tableOf('run_events', runEventDays)
  const done = await runAll({
    'make partitions of events': () => createPartitions(database, events),
    'make partitions of run_events': () => createPartitions(database, runEvents),
    'drop partitions of events': () => dropOldPartitions(database, events),
    'drop partitions of run_events': () => dropOldPartitions(database, runEvents),
    'remove stream tickets': () =>
      removeInBatches(database, { table: 'stream_tickets', where: sql`expires_at < now() - interval '1 hour'` }),
  })
  const sum = (verb: string) =>
    Object.entries(done).reduce((total, [name, count]) => total + (name.startsWith(verb) ? count : 0), 0)
  return { made: sum('make'), dropped: sum('drop') }
}

function tableOf(name: 'events' | 'run_events', keptDays: number): PartitionedTable {
  return {
    name,
    daysPerPartition: 7,
    keptDays,
    create: sql`select ensure_event_partitions(${name}, ${weeksAhead}) as count`,
    drop: (endedBefore) => sql`select drop_event_partitions(${name}, ${endedBefore}) as count`,
  }
}

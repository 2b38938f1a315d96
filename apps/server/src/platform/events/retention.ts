/** Keeps the event tables in shape. Run once a day, and at the start of the worker; running it twice at once is safe. */
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

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
  const events = await maintain(database, 'events', eventDays)
  const runEvents = await maintain(database, 'run_events', runEventDays)
  await database.system((tx) =>
    tx.deleteFrom('stream_tickets').where('expires_at', '<', sql<Date>`now() - interval '1 hour'`).execute(),
  )
  return { made: events.made + runEvents.made, dropped: events.dropped + runEvents.dropped }
}

async function maintain(database: Database, table: 'events' | 'run_events', days: number) {
  return await database.system(async (tx) => {
    // A partition changes hands under a short exclusive lock. Rather try again tomorrow than queue everybody behind it.
    await sql`set local lock_timeout = '2s'`.execute(tx)
    const { rows } = await sql<{ made: number; dropped: number }>`
      select ensure_event_partitions(${table}, ${weeksAhead}) as made,
        drop_event_partitions(${table}, now() - make_interval(days => ${days})) as dropped`.execute(tx)
    return rows[0] ?? { made: 0, dropped: 0 }
  })
}

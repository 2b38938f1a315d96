/** Periodic work that no notification triggers: expired pauses, locks of deleted holders, and old runs. */
import { sql } from 'kysely'
import { dayMs } from '../clock/clock.ts'
import type { Database, Tx } from '../database/database.ts'
import { grantLocks, lockResources } from './locks.ts'
import { issueTickets } from './runs.ts'
import { grantSlots } from './slots.ts'

export const retentionDays = 90
const batchSize = 1_000

export async function sweep(database: Database, now: Date): Promise<void> {
  await regrant(database)
  const before = new Date(now.getTime() - retentionDays * dayMs)
  await sql`
    delete from workflow_runs where id in (
      select id from workflow_runs where finished_at < ${before} order by finished_at limit ${batchSize})
  `.execute(database.systemDb)
  await sql`delete from workflow_slot_turns where granted_at < ${before}`.execute(database.systemDb)
}

/** Creates invocations for runs whose pause before the next attempt is over. */
export async function resumeRetries(database: Database): Promise<number> {
  return await database.system(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update workflow_runs set waiting_for = null where id in (
        select id from workflow_runs
        where finished_at is null and waiting_for ->> 'type' = 'retry' and (waiting_for ->> 'until')::timestamptz <= now()
        limit ${batchSize} for update skip locked)
      returning id
    `.execute(tx)
    await issueTickets(
      tx,
      rows.map((row) => row.id),
    )
    return rows.length
  })
}

/** Grants locks whose holder was deleted with its organization without releasing them. */
async function regrant(database: Database): Promise<void> {
  const { rows } = await sql<{ table: 'locks' | 'slots'; resource: string }>`
    select distinct 'locks' as table, resource from workflow_locks where granted_at is null
    union select distinct 'slots', resource from workflow_slots where granted_at is null
    limit ${batchSize}
  `.execute(database.systemDb)
  for (const { table, resource } of rows) {
    await database.system(async (tx: Tx) => {
      await lockResources(tx, [resource])
      await (table === 'locks' ? grantLocks(tx, resource) : grantSlots(tx, resource))
    })
  }
}

/**
 * Removes history that would grow without limit, across all organizations. It keeps what is live, what can be rolled
 * back to, undone or is stored on a server, and the audit log, whose chain and anchors need every row.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { removeInBatches } from '../../../platform/database/remove-in-batches.ts'
import { defaultEventRetention } from '../../../platform/events/retention.ts'
import { runAll } from '../../../platform/process/run-all.ts'

/** Returns the number of deleted rows. */
export async function removeOldHistory(database: Database, days: number): Promise<number> {
  const tasks = Object.entries(historyOf(days)).map(
    ([table, where]) => [table, () => removeInBatches(database, { table, where })] as const,
  )
  const removed = await runAll(Object.fromEntries(tasks))
  return Object.values(removed).reduce((sum, count) => sum + count, 0)
}

function historyOf(days: number): Readonly<Record<string, RawBuilder<unknown>>> {
  const isOld = (column: string) => sql`${sql.ref(column)} < now() - make_interval(days => ${days})`
  return {
    deployments: sql`${isOld('created_at')} and finished_at < now() - interval '1 day' and status <> 'live'
      and not exists (select from releases r
        where r.id = release_id and r.images_removed_at is null and r.server_id is not null)
      and not exists (select from moves m where m.id = deployments.id)`,
    // Deletes the variable versions that they name too. A kept deployment keeps its release.
    releases: sql`${isOld('created_at')} and (images_removed_at is not null or server_id is null)
      and not exists (select from deployments d where d.release_id = releases.id)`,
    restores: sql`${isOld('created_at')} and finished_at is not null and undo_until is null`,
    moves: sql`${isOld('created_at')} and finished_at is not null and kept_until is null`,
    // The final state of a stream, for late subscribers, as long as its resource exists.
    run_event_counters: sql`last_at < now() - make_interval(days => ${defaultEventRetention.runEventDays + 1})
      and ${sql.join(
        [
          sql`select from deployments where id = run_event_counters.run_id`,
          sql`select from backups where id = run_event_counters.run_id`,
          sql`select from restores where restores.run_id = run_event_counters.run_id`,
          sql`select from analyses where id = run_event_counters.run_id`,
          sql`select from hardening_runs where id = run_event_counters.run_id`,
          sql`select from server_tasks where id = run_event_counters.run_id`,
          sql`select from workflow_runs where id = run_event_counters.run_id`,
        ].map((row) => sql`not exists (${row})`),
        sql` and `,
      )}`,
  }
}

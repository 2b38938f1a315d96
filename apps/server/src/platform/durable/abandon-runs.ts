/**
 * Ends unfinished runs after a restore of the control plane. The runs that were in progress when the backup was created
 * ended long ago, and their outcome is unknown. They end with their hooks, without continuing or undoing anything.
 */
import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { RunError } from './permanent-error.ts'

const error: RunError = {
  code: 'control_plane_restored',
  message: 'The control plane was restored from a backup that was made while this was under way.',
  hint: 'Look at what became of it, and start it again if it is still wanted.',
}

/** Call it before a worker starts. */
export async function abandonRuns(tx: Tx): Promise<void> {
  const json = JSON.stringify(error)
  await sql`
    update workflow_runs set cancel_requested_at = coalesce(cancel_requested_at, now()), waiting_for = null
    where finished_at is null and status = 'queued'
  `.execute(tx)
  // Record each step that may have left something as not undone. No worker tries to undo it, and the failure lists it.
  await sql`
    insert into workflow_steps (run_id, name, phase, attempt, status, error, started_at, finished_at)
    select begun.id, begun.name, 'undo', 1, 'failed', ${json}::jsonb, now(), now()
    from (
      select r.id, s.name from workflow_runs r join workflow_steps s on s.run_id = r.id
        where r.finished_at is null and r.status <> 'queued' and s.phase = 'run' and s.status = 'succeeded'
      union select id, current_step from workflow_runs
        where finished_at is null and status <> 'queued' and current_step is not null
      union select id, unnest(left_steps) from workflow_runs where finished_at is null and status <> 'queued'
    ) begun
    on conflict (run_id, name, phase) do nothing
  `.execute(tx)
  await sql`
    update workflow_runs set error = coalesce(error, ${json}::jsonb), waiting_for = null, takeovers = 0
    where finished_at is null and status <> 'queued'
  `.execute(tx)
}

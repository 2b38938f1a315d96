/** Statements for the end of a run. */
import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { RunToEnd } from './journal.ts'
import { lockResources, releaseLocks } from './locks.ts'
import { issueTickets } from './runs.ts'
import { releaseSlots } from './slots.ts'
import type { FinishedRun } from './workflow.ts'
import type { RunId } from './workflow-ref.ts'

/** Call before locking the run's row; see `lockResources`. */
export async function lockHolds(tx: Tx, runId: RunId): Promise<void> {
  const { rows } = await sql<{ resource: string }>`
    select resource from workflow_locks where run_id = ${runId}
    union select resource from workflow_slots where run_id = ${runId}
  `.execute(tx)
  await lockResources(
    tx,
    rows.map((row) => row.resource),
  )
}

export async function markFinished(tx: Tx, runId: RunId, end: FinishedRun): Promise<void> {
  const error = end.error === null ? null : JSON.stringify(end.error)
  await sql`
    update workflow_runs set status = ${end.status}, finished_at = now(), waiting_for = null, current_step = null,
      error = ${error}::jsonb, superseded_by = ${end.supersededBy}
    where id = ${runId}
  `.execute(tx)
}

export async function passOn(tx: Tx, run: RunToEnd): Promise<void> {
  await releaseLocks(tx, run.id)
  await releaseSlots(tx, run.id)
  // While this run waited, the invocations of those behind it were used up.
  if (run.wasParked) await wakeNext(tx, run.key)
}

async function wakeNext(tx: Tx, key: string): Promise<void> {
  const next = await tx
    .selectFrom('workflow_runs')
    .select(['id', 'waiting_for'])
    .where('key', '=', key)
    .where('finished_at', 'is', null)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  if (next !== undefined && next.waiting_for === null) await issueTickets(tx, [next.id])
}

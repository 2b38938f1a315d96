/** Statements of the journal; see the port in journal.ts. */
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '../database/schema.generated.ts'
import type {
  ClaimedRun,
  ClaimHints,
  FailedAttempt,
  JournalRow,
  Owned,
  Refusal,
  StepRecord,
  UndoRecord,
} from './journal.ts'
import { PermanentError, type RunError } from './permanent-error.ts'
import type { RunId } from './workflow-ref.ts'

type Executor = Kysely<DB>

const maxOutputLength = 256 << 10

export async function claimHead(db: Executor, key: string, hints: ClaimHints): Promise<ClaimedRun | undefined> {
  const { rows } = await sql<ClaimedRun>`/* prepared */
    with head as materialized (
      select id, status, waiting_for is not null and cancel_requested_at is null as parked
      from workflow_runs where key = ${key} and finished_at is null
      order by status = 'queued', position limit 1 for update
    )
    update workflow_runs r set
      fence = greatest(r.fence + 1, next_fence()),
      status = case when r.cancel_requested_at is null then 'running' else 'cancelling' end,
      waiting_for = null,
      takeovers = case when r.fence = 0 then 0 else r.takeovers + 1 end,
      current_step = coalesce(r.current_step, ${hints.firstSteps}::jsonb ->> r.kind),
      step_started_at = now(),
      started_at = case when r.kind = any(${hints.slowStarters}) or r.cancel_requested_at is not null then r.started_at
        else coalesce(r.started_at, now()) end
    from head where r.id = head.id and not head.parked and ${hints.firstSteps}::jsonb ? r.kind
    returning r.id, r.organization_id as "organizationId", r.kind, r.key, r.input, r.held_by as "heldBy", r.status,
      r.fence, r.takeovers,
      r.current_step as "currentStep", r.left_steps as "leftSteps", r.step_entered as "stepEntered", r.step_attempt as "stepAttempt",
      r.started_at as "startedAt", r.was_parked as "wasParked", r.error, r.takeovers = 0 as "isFresh",
      exists (select from workflow_locks l where l.run_id = r.id)
        or exists (select from workflow_slots s where s.run_id = r.id) as "hasHolds"
  `.execute(db)
  return rows[0]
}

export async function findUnknownKind(db: Executor, key: string, hints: ClaimHints): Promise<string | undefined> {
  const { rows } = await sql<{ kind: string; parked: boolean; known: boolean }>`
    select kind, waiting_for is not null and cancel_requested_at is null as parked, ${hints.firstSteps}::jsonb ? kind as known
    from workflow_runs where key = ${key} and finished_at is null order by status = 'queued', position limit 1
  `.execute(db)
  const [head] = rows
  return head === undefined || head.parked || head.known ? undefined : head.kind
}

export async function readJournal(db: Executor, runId: RunId): Promise<JournalRow[]> {
  const { rows } = await sql<JournalRow>`
    select name, phase, status, output from workflow_steps where run_id = ${runId}
  `.execute(db)
  return rows
}

export async function isMine(tx: Executor, run: Owned, phase: 'run' | 'undo' = 'run'): Promise<boolean> {
  const { rows } = await sql<{ mine: SqlBool }>`
    select true as mine from workflow_runs
    where id = ${run.id} and fence = ${run.fence} and finished_at is null
      and (${phase === 'undo'} or (status = 'running' and error is null))
    for update
  `.execute(tx)
  return rows.length === 1
}

export async function recordStep(db: Executor, run: Owned, record: StepRecord): Promise<boolean> {
  const isLast = record.next === null
  const { rows } = await sql<{ recorded: number }>`/* prepared */
    with old as (
      select id, step_started_at from workflow_runs
      where id = ${run.id} and fence = ${run.fence} and status = 'running' and error is null for update
    ), mine as (
      update workflow_runs r set
        current_step = ${record.next}, step_started_at = now(), step_attempt = 0, step_entered = false, takeovers = 0,
        status = ${isLast ? 'succeeded' : 'running'}, finished_at = case when ${isLast} then now() end
      from old where r.id = old.id
    )
    insert into workflow_steps (run_id, name, phase, attempt, status, output, started_at, finished_at)
    select id, ${record.name}, 'run', ${record.attempt}, 'succeeded', ${toJson(record.output)}::jsonb,
      step_started_at, clock_timestamp()
    from old
    on conflict (run_id, name, phase) do update set
      attempt = excluded.attempt, status = 'succeeded', output = excluded.output, error = null,
      started_at = excluded.started_at, finished_at = excluded.finished_at
      where workflow_steps.status <> 'succeeded'
    returning 1 as recorded
  `.execute(db)
  return rows.length === 1
}

export async function whyRefused(db: Executor, run: Owned, step: string): Promise<Refusal> {
  const { rows } = await sql<{ fence: number; status: string; recorded: boolean }>`
    select r.fence, r.status, exists (
      select from workflow_steps s
      where s.run_id = r.id and s.name = ${step} and s.phase = 'run' and s.status = 'succeeded') as recorded
    from workflow_runs r where r.id = ${run.id}
  `.execute(db)
  const [row] = rows
  if (row === undefined || row.fence !== run.fence) return 'lost'
  if (row.recorded) return 'recorded'
  return row.status === 'cancelling' ? 'cancelled' : 'lost'
}

export async function recordFailedAttempt(db: Executor, run: Owned, failure: FailedAttempt): Promise<boolean> {
  const error = JSON.stringify(failure.error)
  const { rows } = await sql<{ recorded: number }>`
    with old as (
      select id, step_started_at from workflow_runs
      where id = ${run.id} and fence = ${run.fence} and status = 'running' and error is null for update
    ), mine as (
      update workflow_runs r set
        step_attempt = ${failure.attempt}, step_started_at = now(), takeovers = 0,
        error = case when ${failure.isFinal} then ${error}::jsonb end
      from old where r.id = old.id
    )
    insert into workflow_steps (run_id, name, phase, attempt, status, error, started_at, finished_at)
    select id, ${failure.step}, 'run', ${failure.attempt}, 'failed', ${error}::jsonb, step_started_at, clock_timestamp()
    from old
    on conflict (run_id, name, phase) do update set
      attempt = excluded.attempt, error = excluded.error, started_at = excluded.started_at, finished_at = excluded.finished_at
      where workflow_steps.status <> 'succeeded'
    returning 1 as recorded
  `.execute(db)
  return rows.length === 1
}

/** `resumeRetries` creates a new invocation when the wait is over. */
export async function waitForRetry(db: Executor, run: Owned, waitMs: number): Promise<boolean> {
  const { rows } = await sql<{ parked: boolean }>`
    update workflow_runs set was_parked = true, takeovers = 0,
      waiting_for = jsonb_build_object('type', 'retry', 'until', now() + ${waitMs}::int * interval '1 millisecond')
    where id = ${run.id} and fence = ${run.fence} and status = 'running' and error is null
    returning true as parked
  `.execute(db)
  return rows.length === 1
}

export async function recordUndo(db: Executor, run: Owned, undo: UndoRecord): Promise<boolean> {
  const error = undo.error === null ? null : JSON.stringify(undo.error)
  const { rows } = await sql<{ recorded: number }>`
    with mine as (update workflow_runs set takeovers = 0 where id = ${run.id})
    insert into workflow_steps (run_id, name, phase, attempt, status, error, started_at, finished_at)
    values (${run.id}, ${undo.step}, 'undo', ${undo.attempt}, ${undo.error === null ? 'succeeded' : 'failed'},
      ${error}::jsonb, ${undo.startedAt}, clock_timestamp())
    on conflict do nothing
    returning 1 as recorded
  `.execute(db)
  return rows.length === 1
}

export async function markStarted(db: Executor, runId: RunId): Promise<void> {
  await sql`update workflow_runs set started_at = now() where id = ${runId}`.execute(db)
}

export async function readEntry(
  db: Executor,
  runId: RunId,
): Promise<{ isStarted: boolean; enteredStep: string | null }> {
  const { rows } = await sql<{ isStarted: boolean; enteredStep: string | null }>`
    select started_at is not null as "isStarted", case when step_entered then current_step end as "enteredStep"
    from workflow_runs where id = ${runId}
  `.execute(db)
  return rows[0] ?? { isStarted: false, enteredStep: null }
}

export async function markEntered(
  db: Executor,
  runId: RunId,
  step: { name: string; cancellable: boolean },
  left: string | null,
): Promise<void> {
  await sql`
    update workflow_runs set step_entered = true, current_step = ${step.name}, cancellable = cancellable and ${step.cancellable},
      step_attempt = case when ${left}::text is null then step_attempt else 0 end,
      left_steps = case when ${left}::text is null then left_steps
        else array_append(array_remove(left_steps, ${left}::text), ${left}::text) end
    where id = ${runId}
  `.execute(db)
}

export async function park(
  db: Executor,
  runId: RunId,
  waitingFor: { type: string; resource: string },
  status: 'queued' | 'running',
): Promise<void> {
  await sql`
    update workflow_runs set status = ${status}, was_parked = true, takeovers = 0,
      waiting_for = ${JSON.stringify({ ...waitingFor, since: new Date().toISOString() })}::jsonb
    where id = ${runId}
  `.execute(db)
}

export async function readEnd(
  db: Executor,
  runId: RunId,
): Promise<{ status: string; error: RunError | null; notUndone: string[] | null } | undefined> {
  const { rows } = await sql<{ status: string; error: RunError | null; notUndone: string[] | null }>`
    select r.status, r.error, (
      select array_agg(s.name) from workflow_steps s
      where s.run_id = r.id and s.phase = 'undo' and s.status = 'failed') as "notUndone"
    from workflow_runs r where r.id = ${runId}
  `.execute(db)
  return rows[0]
}

function toJson(value: unknown): string | null {
  if (value === undefined) return null
  const text = JSON.stringify(value)
  if (text.length <= maxOutputLength) return text
  throw new PermanentError('step_output_too_large', 'A step returned more than the journal takes.')
}

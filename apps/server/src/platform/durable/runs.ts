/**
 * Functions that modules call inside their own transaction, in the API process too, so that a run exists exactly when
 * the row that requested it does. Nothing here calls Restate; the relay submits the outbox row once the transaction has
 * committed.
 */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../database/database.ts'
import { brandId } from '../ids/brand.ts'
import { newId } from '../ids/type-id.ts'
import type { RunId, WorkflowRef } from './workflow-ref.ts'

/** Notifications are only hints: every listener also polls. */
export const channels = { outbox: 'durable_outbox', cancel: 'durable_cancel' } as const

const maxInputLength = 64 << 10
const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

export async function startRun<Input>(
  tx: Tx,
  options: {
    workflow: WorkflowRef<Input>
    /** Identifies the subject, such as the id of an environment. */
    key: string
    /** Must not contain secrets. */
    input: Input
    organizationId: OrganizationId | null
  },
): Promise<RunId> {
  const { workflow, organizationId, key, input } = options
  const [id] = await startRuns(tx, { workflow, organizationId, runs: [{ key, input }] })
  if (id === undefined) throw new Error('no run was started')
  return id
}

/**
 * Starts a run that another run waits for. The holder's locks and slots cover it too: it takes no locks and doesn't
 * queue, because a run ahead of it could wait for the holder. A holder that fails or is canceled cancels it and waits
 * for its end.
 */
export async function startHeldRun<Input>(
  tx: Tx,
  options: { workflow: WorkflowRef<Input>; input: Input; organizationId: OrganizationId | null; heldBy: RunId },
): Promise<RunId> {
  const { workflow, organizationId, heldBy } = options
  const { rows } = await sql`select from workflow_slots where run_id = ${heldBy} limit 1`.execute(tx)
  if (rows.length > 0) throw new TypeError('a step that has a slot cannot wait for a run')
  const id = newId('run')
  await insertRuns(tx, { workflow, organizationId, heldBy, runs: [{ id, key: id, input: options.input }] })
  return id
}

/** Starts runs for several subjects at once. */
export async function startRuns<Input>(
  tx: Tx,
  options: {
    workflow: WorkflowRef<Input>
    runs: readonly { key: string; input: Input }[]
    organizationId: OrganizationId | null
  },
): Promise<RunId[]> {
  const runs = options.runs.map((run) => ({ id: newId('run'), ...run }))
  if (runs.length > 0) await insertRuns(tx, { ...options, heldBy: null, runs })
  return runs.map(({ id }) => id)
}

async function insertRuns<Input>(
  tx: Tx,
  options: {
    workflow: WorkflowRef<Input>
    runs: readonly { id: RunId; key: string; input: Input }[]
    organizationId: OrganizationId | null
    heldBy: RunId | null
  },
): Promise<void> {
  const { workflow, organizationId, heldBy } = options
  const runs = options.runs.map(({ id, key, input }) => {
    const text = JSON.stringify(workflow.input.parse(input))
    if (text.length > maxInputLength) throw new TypeError(`the input of a ${workflow.kind} run is too long`)
    return { id, key: subjectKey(workflow, key), input: text }
  })
  const column = <Name extends keyof (typeof runs)[number]>(name: Name) => runs.map((run) => run[name])
  await sql`/* prepared */
    with run as (
      insert into workflow_runs (id, organization_id, kind, key, input, held_by)
      select new.id, ${organizationId}, ${workflow.kind}, new.key, new.input::jsonb, ${heldBy}::uuid
      from unnest(${column('id')}::uuid[], ${column('key')}::text[], ${column('input')}::text[]) as new (id, key, input)
      returning id, organization_id, kind, key, generation
    ), ticket as (
      insert into workflow_outbox (run_id, organization_id, kind, key, generation)
      select id, organization_id, kind, key, generation from run
    )
    select pg_notify(${channels.outbox}, '')
  `.execute(tx)
}

export function subjectKey(workflow: WorkflowRef<unknown>, key: string): string {
  if (!keyPattern.test(key)) throw new TypeError(`"${key.slice(0, 100)}" cannot be the key of a run`)
  return `${workflow.object}/${key}`
}

/**
 * `requested`: the running step's signal fires within milliseconds and its undo follows; a queued run ends immediately.
 * `too_late`: the run passed a step that can't be undone, or is already failing.
 */
export type CancelOutcome = 'requested' | 'already_requested' | 'too_late' | 'finished' | 'not_found'

export async function requestCancel(tx: Tx, runId: RunId): Promise<CancelOutcome> {
  const { rows } = await sql<{ parked: boolean }>`
    update workflow_runs
    set cancel_requested_at = now(), status = case status when 'running' then 'cancelling' else status end
    where id = ${runId} and finished_at is null and cancellable and error is null and cancel_requested_at is null
    returning status = 'cancelling' and waiting_for is not null as parked
  `.execute(tx)
  const [changed] = rows
  if (changed === undefined) return await explainRefusedCancel(tx, runId)
  if (changed.parked) await issueTickets(tx, [runId])
  await sql`select pg_notify(${channels.cancel}, ${runId})`.execute(tx)
  return 'requested'
}

/** Lists the runs that `holder` started for itself, newest first. */
export async function listHeldRuns(tx: Tx, organizationId: OrganizationId, holder: RunId): Promise<RunId[]> {
  const rows = await tx
    .selectFrom('workflow_runs')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('held_by', '=', holder)
    .orderBy('position', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns how many of them haven't ended yet. */
export async function cancelHeldRuns(tx: Tx, holder: RunId): Promise<number> {
  const rows = await tx
    .selectFrom('workflow_runs')
    .select('id')
    .where('held_by', '=', holder)
    .where('finished_at', 'is', null)
    .execute()
  for (const { id } of rows) await requestCancel(tx, id)
  return rows.length
}

/** Creates new invocations for runs, under a generation that Restate hasn't seen. */
export async function issueTickets(tx: Tx, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return
  await sql`
    with run as (
      update workflow_runs set generation = generation + 1
      where id = any(${runIds}::uuid[]) and finished_at is null
      returning id, organization_id, kind, key, generation
    ), ticket as (
      insert into workflow_outbox (run_id, organization_id, kind, key, generation)
      select id, organization_id, kind, key, generation from run
    )
    select pg_notify(${channels.outbox}, '')
  `.execute(tx)
}

/** Lists queued and running runs of a subject, of any kind, in order. */
export async function listUnfinishedRuns(
  tx: Tx,
  workflow: WorkflowRef<unknown>,
  key: string,
): Promise<{ id: RunId; kind: string }[]> {
  const rows = await tx
    .selectFrom('workflow_runs')
    .select(['id', 'kind'])
    .where('key', '=', subjectKey(workflow, key))
    .where('finished_at', 'is', null)
    .orderBy('position')
    .limit(100)
    .execute()
  return rows.map(({ id, kind }) => ({ id: id, kind }))
}

/**
 * Returns the subjects for which a run of this workflow is queued; such a run will see everything that is committed
 * before it begins.
 */
export async function queuedKeys(
  tx: Tx,
  workflow: WorkflowRef<unknown>,
  keys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`/* prepared */
    select key from workflow_runs
    where key = any(${keys.map((key) => subjectKey(workflow, key))}::text[]) and kind = ${workflow.kind}
      and finished_at is null and status = 'queued'`.execute(tx)
  return new Set(rows.map(({ key }) => key.slice(workflow.object.length + 1)))
}

async function explainRefusedCancel(tx: Tx, runId: RunId): Promise<CancelOutcome> {
  const row = await tx
    .selectFrom('workflow_runs')
    .select(['finished_at', 'cancel_requested_at'])
    .where('id', '=', runId)
    .executeTakeFirst()
  if (row === undefined) return 'not_found'
  if (row.finished_at !== null) return 'finished'
  return row.cancel_requested_at === null ? 'too_late' : 'already_requested'
}

/** Returns which of these runs are queued or running. */
export async function unfinishedRuns(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly RunId[],
): Promise<Set<RunId>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from workflow_runs
    where organization_id = ${organizationId} and id = any(${ids}::uuid[]) and finished_at is null
  `.execute(tx)
  return new Set(rows.map(({ id }) => brandId<'run'>(id)))
}

/** Returns which of these subjects have a queued or running run, not counting `except`. */
export async function busyKeys(
  tx: Tx,
  workflow: WorkflowRef<unknown>,
  keys: readonly string[],
  except: RunId | null = null,
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    select distinct key from workflow_runs
    where key = any(${keys.map((key) => subjectKey(workflow, key))}::text[]) and finished_at is null
      and (${except}::uuid is null or id <> ${except})
  `.execute(tx)
  return new Set(rows.map((row) => row.key.slice(workflow.object.length + 1)))
}

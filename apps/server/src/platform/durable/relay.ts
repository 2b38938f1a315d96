/**
 * Submits committed outbox rows to Restate. A row is deleted after Restate has it; a crash in between repeats the
 * submission, which Restate deduplicates. Several relays share the work, because each row is locked by one.
 */
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { endObsoleteRuns } from './end-obsolete-runs.ts'
import type { EngineClient, Ticket } from './engine-client.ts'
import { NotRegistered } from './engine-client.ts'
import { postgresJournal } from './postgres-journal.ts'
import type { AnyWorkflow } from './workflow.ts'

export interface RelayOptions {
  readonly database: Database
  readonly workflows: ReadonlyMap<string, AnyWorkflow>
  readonly engine: Pick<EngineClient, 'submit'>
  readonly register: () => Promise<void>
  readonly point: (name: string, runId: string) => Promise<void> | void
}

const batchSize = 64

/** Relays until the outbox is empty. Rows that Restate refuses stay for the next round. */
export async function relayOutbox(options: RelayOptions, signal: AbortSignal): Promise<void> {
  // Report a queued run that can't be ended only after everything else is submitted.
  let unsettled: unknown
  while (!signal.aborted) {
    const batch = await relayBatch(options)
    const { taken, error } = batch
    unsettled ??= batch.unsettled
    if (error instanceof NotRegistered) await options.register()
    else if (error !== undefined) throw error
    if (taken < batchSize && error === undefined) break
  }
  if (unsettled !== undefined) throw unsettled
}

async function relayBatch(options: RelayOptions): Promise<{ taken: number; error: unknown; unsettled?: unknown }> {
  const { database, engine, point } = options
  return await database.system(async (tx) => {
    const { rows } = await sql<Ticket & { id: number; kind: string }>`/* prepared */
      select id, run_id as "runId", kind, key, generation from workflow_outbox
      order by id limit ${batchSize} for update skip locked
    `.execute(tx)
    if (rows.length === 0) return { taken: 0, error: undefined }
    await point('relay-picked', rows[0]?.runId ?? '')
    const unsettled = await endSuperseded(options, rows)
    const results = await Promise.allSettled(rows.map((row) => engine.submit(row)))
    await point('relay-submitted', rows[0]?.runId ?? '')
    const done = rows.filter((_, index) => results[index]?.status === 'fulfilled').map((row) => row.id)
    if (done.length > 0)
      await sql`/* prepared */ delete from workflow_outbox where id = any(${done}::bigint[])`.execute(tx)
    await point('relay-deleted', rows[0]?.runId ?? '')
    return { taken: rows.length, error: results.find((result) => result.status === 'rejected')?.reason, unsettled }
  })
}

/** Returns the error, if any. */
async function endSuperseded(
  { database, workflows }: RelayOptions,
  rows: readonly { kind: string; key: string }[],
): Promise<unknown> {
  const superseding = rows.filter((row) => workflows.get(row.kind)?.ref.supersedesQueued === true)
  let unsettled: unknown
  for (const key of new Set(superseding.map((row) => row.key)))
    await endObsoleteRuns(postgresJournal(database), workflows, key).catch((error: unknown) => {
      unsettled ??= error
    })
  return unsettled
}

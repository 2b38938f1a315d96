/**
 * Ensures that every unfinished run has a live invocation in Restate, also after Restate's store was deleted, an
 * invocation was killed, or another run of the key used it up. A run without one gets a new one.
 */
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { EngineClient, Ticket } from './engine-client.ts'
import { issueTickets } from './runs.ts'

export interface ReconcilerOptions {
  readonly database: Database
  readonly engine: Pick<EngineClient, 'isAlive'>
  /** Keys that run in this process need no check. */
  readonly isLiveHere: (key: string) => boolean
}

type Suspect = Ticket & { position: number }

const pageSize = 200

/** Returns how many runs got a new invocation. Throws if Restate is unreachable. */
export async function reconcileRuns(options: ReconcilerOptions, signal: AbortSignal): Promise<number> {
  let resubmitted = 0
  let after: { key: string; position: number } = { key: '', position: 0 }
  while (!signal.aborted) {
    const page = await readPage(options.database, after)
    const asked = page.filter((run) => !options.isLiveHere(run.key))
    const answers = await Promise.all(asked.map(async (run) => ({ run, alive: await options.engine.isAlive(run) })))
    const dead = answers.filter((answer) => !answer.alive).map((answer) => answer.run)
    resubmitted += await resubmit(options.database, dead)
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) break
    after = last
  }
  return resubmitted
}

/**
 * Unfinished runs that aren't about to be submitted and don't wait for a lock or a slot, nor behind a run that does.
 */
async function readPage(database: Database, after: { key: string; position: number }): Promise<Suspect[]> {
  const { rows } = await sql<Suspect>`
    select r.id as "runId", r.key, r.generation, r.position from workflow_runs r
    where r.finished_at is null and (r.key, r.position) > (${after.key}, ${after.position}::bigint)
      and not exists (select from workflow_outbox o where o.run_id = r.id)
      and not exists (
        select from workflow_runs w
        where w.key = r.key and w.finished_at is null and w.waiting_for is not null and w.cancel_requested_at is null)
    order by r.key, r.position limit ${pageSize}
  `.execute(database.systemDb)
  return rows
}

async function resubmit(database: Database, dead: readonly Suspect[]): Promise<number> {
  if (dead.length === 0) return 0
  return await database.system(async (tx) => {
    // Another worker may have found the same run, or the run has ended since: only an unchanged run gets a new
    // invocation.
    const { rows } = await sql<{ id: string }>`
      select r.id from workflow_runs r
      join unnest(${dead.map((run) => run.runId)}::uuid[], ${dead.map((run) => run.generation)}::int[]) as seen (id, generation)
        on seen.id = r.id and seen.generation = r.generation
      where r.finished_at is null and (r.waiting_for is null or r.cancel_requested_at is not null)
      order by r.id for update of r
    `.execute(tx)
    await issueTickets(
      tx,
      rows.map((row) => row.id),
    )
    return rows.length
  })
}

/** Finds runs in the database that wait for each other; see wait-graph.ts. There must be none. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.generated.ts'
import { findDeadlocked, type GraphHold, type GraphRun } from './wait-graph.ts'

/** With more runs than this the check would take too long. */
const maxRuns = 20_000

export async function findDeadlocks(db: Kysely<DB>): Promise<string[]> {
  const { rows: runs } = await sql<GraphRun>`
    select id, key, status, position, held_by as "heldBy", cancel_requested_at is not null as "isCancelled",
      case when waiting_for ->> 'resource' is not null
        then jsonb_build_object('type', waiting_for ->> 'type', 'resource', waiting_for ->> 'resource') end as "waitsFor"
    from workflow_runs where finished_at is null limit ${maxRuns}
  `.execute(db)
  // Without waiting runs there is no deadlock.
  if (runs.length === maxRuns || !runs.some((run) => run.waitsFor !== null)) return []
  const { rows: holds } = await sql<GraphHold & { isSlot: boolean }>`
    select resource, run_id as "runId", mode, position, granted_at is not null as granted, false as "isSlot" from workflow_locks
    union all select resource, run_id, 'shared', position, granted_at is not null, true from workflow_slots
  `.execute(db)
  return findDeadlocked({
    runs,
    locks: holds.filter((each) => !each.isSlot),
    slots: holds.filter((each) => each.isSlot),
  })
}

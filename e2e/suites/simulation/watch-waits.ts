/** After each transaction: no runs wait for each other. */
import { findDeadlocked, type GraphHold } from '../../../apps/server/src/platform/durable/wait-graph.ts'
import type { MemoryHold, MemoryRuns } from '../../../apps/server/src/testing/simulation/memory-runs.ts'

/** The wait graph of the current runs. */
export function findStuckRuns({ runs, locks, slots }: MemoryRuns): string[] {
  const unfinished = runs.all().filter((run) => run.finished_at === null)
  if (!unfinished.some((run) => run.waiting_for !== null || run.held_by !== null)) return []
  return findDeadlocked({
    runs: unfinished.map((run) => ({
      id: run.id,
      key: run.key,
      status: run.status,
      position: run.position,
      heldBy: run.held_by,
      waitsFor:
        run.waiting_for?.resource === undefined
          ? null
          : { type: run.waiting_for.type, resource: run.waiting_for.resource },
      isCancelled: run.cancel_requested_at !== null,
    })),
    locks: locks.all().map(toHold),
    slots: slots.all().map(toHold),
  })
}

function toHold({ resource, run_id: runId, mode, position, granted }: MemoryHold): GraphHold {
  return { resource, runId, mode, position, granted }
}

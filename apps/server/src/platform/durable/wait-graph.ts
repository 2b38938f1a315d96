/**
 * Finds runs that wait for each other forever. A run waits for all earlier runs of its key, for every run ahead of it
 * in line for a lock, for a slot until one of its holders is done, and for every run that it holds. Pure.
 */

export interface GraphRun {
  readonly id: string
  readonly key: string
  readonly status: string
  readonly position: number
  readonly heldBy: string | null
  /** The lock or slot that the run waits for. Null: it is running, or its turn hasn't come. */
  readonly waitsFor: { readonly type: string; readonly resource: string } | null
  /** The run ends without waiting for anything else. */
  readonly isCancelled: boolean
}

export interface GraphHold {
  readonly resource: string
  readonly runId: string
  readonly mode: string
  readonly position: number
  readonly granted: boolean
}

export interface WaitGraph {
  /** Contains only unfinished runs. */
  readonly runs: readonly GraphRun[]
  readonly locks: readonly GraphHold[]
  readonly slots: readonly GraphHold[]
}

/** Removes runs that can make progress until none is left that can; the rest wait for each other. */
export function findDeadlocked(graph: WaitGraph): string[] {
  const stuck = new Set(graph.runs.map((run) => run.id))
  const waits = graph.runs.map((run) => ({ id: run.id, ...waitsOf(run, graph) }))
  for (let before = -1; before !== stuck.size; ) {
    before = stuck.size
    for (const { id, all, any } of waits) {
      const isFree = all.every((each) => !stuck.has(each)) && (any.length === 0 || any.some((each) => !stuck.has(each)))
      if (isFree) stuck.delete(id)
    }
  }
  return [...stuck].sort()
}

interface Waits {
  /** Runs that all have to make progress first. */
  readonly all: readonly string[]
  /** Runs of which one has to make progress. */
  readonly any: readonly string[]
}

function waitsOf(run: GraphRun, { runs, locks, slots }: WaitGraph): Waits {
  const held = runs.filter((each) => each.heldBy === run.id).map((each) => each.id)
  if (run.isCancelled) return { all: held, any: [] }
  const ahead = runs.filter((each) => each.key === run.key && isAhead(each, run)).map((each) => each.id)
  const { type, resource } = run.waitsFor ?? { type: 'nothing', resource: '' }
  const before = type === 'lock' ? lockersBefore(run.id, locksOf(locks, resource)) : []
  const any =
    type === 'slot' ? slots.filter((each) => each.resource === resource && each.granted).map((each) => each.runId) : []
  return { all: [...ahead, ...held, ...before], any }
}

function isAhead(other: GraphRun, run: GraphRun): boolean {
  if (run.status !== 'queued' || other.id === run.id) return false
  return other.status !== 'queued' || other.position < run.position
}

function locksOf(locks: readonly GraphHold[], resource: string): GraphHold[] {
  return locks.filter((each) => each.resource === resource).toSorted((a, b) => a.position - b.position)
}

/** Returns the runs that hold the lock or requested it earlier, unless both want to share it. */
function lockersBefore(runId: string, line: readonly GraphHold[]): string[] {
  const own = line.find((each) => each.runId === runId)
  if (own === undefined) return []
  const rivals = line.filter((each) => each.runId !== runId && (each.granted || each.position < own.position))
  return rivals.filter((each) => each.mode === 'exclusive' || own.mode === 'exclusive').map((each) => each.runId)
}

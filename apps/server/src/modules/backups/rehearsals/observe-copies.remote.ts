/** Reads the state of the copies before the release commands. */
import type { Runtime } from '@longshore/remote/runtime'
import { isRehearsableEngine } from '../../environments/service-kinds.schemas.ts'
import { LockTimeline } from './lock-timeline.policy.ts'
import { type Copy, measureDisk, takeSnapshot } from './measure-copy.remote.ts'
import { prepareAll, type RecordedQueries, readRecorded } from './replay-queries.remote.ts'
import type { WatchedCopy } from './run-on-copy.remote.ts'
import type { Snapshot } from './schema-snapshot.policy.ts'
import type { StartedCopy } from './start-copies.remote.ts'

export interface Observed extends WatchedCopy {
  readonly restoreMs: number
  readonly before: Snapshot
  readonly recorded: RecordedQueries
  /** Errors of the recorded queries before, by query. */
  readonly working: ReadonlyMap<string, string | null>
}

export async function observeCopies(
  runtime: Runtime,
  copies: readonly StartedCopy[],
  signal: AbortSignal,
): Promise<Observed[]> {
  const observed: Observed[] = []
  for (const { copy, restoreMs } of copies) {
    const { kind } = copy
    if (isRehearsableEngine(kind)) observed.push(await observe(runtime, { copy: { ...copy, kind }, restoreMs, signal }))
  }
  return observed
}

async function observe(
  runtime: Runtime,
  { copy, restoreMs, signal }: { copy: Copy; restoreMs: number; signal: AbortSignal },
): Promise<Observed> {
  const before = await takeSnapshot(runtime, copy, signal)
  const recorded = await readRecorded(runtime, copy, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    const detail = error instanceof Error ? error.message.slice(0, 200) : 'unknown error'
    return { reason: `The recorded statements couldn’t be read: ${detail}`, queries: [] }
  })
  const working = await prepareAll(runtime, copy, { queries: recorded.queries, signal })
  const disk = await measureDisk(runtime, copy, signal)
  const diskBytes = disk?.usedBytes ?? 0
  return { copy, restoreMs, before, recorded, working, diskBytes, growthBytes: 0, locks: new LockTimeline() }
}

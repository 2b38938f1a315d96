/** Runs one release command against the copies to its end or a limit, and watches locks and disk meanwhile. */
import { type ContainerSpec, type ContainerState, type Runtime, RuntimeError } from '@longshore/remote/runtime'
import type { RehearsedCommand } from '../../deployments/rehearsals/rehearsal.schemas.ts'
import type { WorkloadClock } from '../../workloads/worker.ts'
import { isUp } from '../../workloads/worker.ts'
import { engineQueries } from './engine-queries.policy.ts'
import type { LockTimeline } from './lock-timeline.policy.ts'
import { type Copy, measureDisk, queryCopy } from './measure-copy.remote.ts'

export interface WatchedCopy {
  readonly copy: Copy
  readonly locks: LockTimeline
  readonly diskBytes: number
  /** Most additional disk space so far. */
  growthBytes: number
}

export interface CopyRun {
  readonly runtime: Runtime
  readonly clock: WorkloadClock
  readonly watched: readonly WatchedCopy[]
  readonly limits: { readonly untilMs: number; readonly growthBytes: number; readonly reserveBytes: number }
  readonly signal: AbortSignal
  /** Masks secrets. */
  redact(text: string): string
}

const pauseMs = 200
const tail = { lines: 60, maxBytes: 8_000 }
const samplingMs = 20_000

/** The container must not exist yet. */
export async function runOnCopy(run: CopyRun, spec: ContainerSpec): Promise<Omit<RehearsedCommand, 'service'>> {
  const { runtime, clock, signal } = run
  // The caller removes the container, and starts over when this worker stops.
  await runtime.startProgram(spec, { signal, onCreated: async () => undefined })
  const began = clock.now()
  const over = new AbortController()
  const watching = watchLocks(run, AbortSignal.any([signal, over.signal]))
  try {
    const end = await followToEnd(run, spec.name)
    const durationMs = Math.max(0, Math.round(clock.now() - began))
    const output = run.redact(await runtime.readLogTail(spec.name, { signal, ...tail }))
    return { ...end, durationMs, output }
  } finally {
    over.abort()
    await watching
  }
}

type End = Pick<RehearsedCommand, 'end' | 'exitCode' | 'oomKilled'>

async function followToEnd(run: CopyRun, name: string): Promise<End> {
  const { runtime, clock, limits, signal } = run
  for (;;) {
    const state = await runtime.inspectContainer(name, { signal })
    if (state === null) throw new RuntimeError('engine_refused', 'The container of the rehearsal disappeared.')
    if (!isUp(state)) return endOf(state)
    const reached =
      clock.now() >= limits.untilMs ? 'timed_out' : (await hasDiskLeft(run)) ? null : ('disk_exceeded' as const)
    if (reached !== null) {
      // Nothing on a copy is worth a graceful end.
      await runtime.stopContainer(name, { signal, graceSeconds: 0 })
      return { end: reached, exitCode: null, oomKilled: false }
    }
    await clock.wait(pauseMs, signal)
  }
}

function endOf({ exitCode, oomKilled }: ContainerState): End {
  return { end: 'exited', exitCode: exitCode ?? -1, oomKilled }
}

/** Adds up what all copies need. A copy that crashed isn't measured: its command fails. */
async function hasDiskLeft({ runtime, watched, limits, signal }: CopyRun): Promise<boolean> {
  let freeBytes = Number.POSITIVE_INFINITY
  for (const each of watched) {
    const disk = await measureDisk(runtime, each.copy, signal).catch(ignoreUnlessAborted(signal))
    if (disk === undefined) continue
    each.growthBytes = Math.max(each.growthBytes, disk.usedBytes - each.diskBytes)
    freeBytes = Math.min(freeBytes, disk.freeBytes)
  }
  const growth = watched.reduce((sum, { growthBytes }) => sum + growthBytes, 0)
  return growth <= limits.growthBytes && freeBytes > limits.reserveBytes
}

/** Each copy has its own loop, so that one that is slow to respond hides no locks of another. */
async function watchLocks({ runtime, clock, watched }: CopyRun, signal: AbortSignal): Promise<void> {
  await Promise.all(
    watched.map(async ({ copy, locks }) => {
      const sql = engineQueries[copy.kind].locks
      while (!signal.aborted) {
        const output = await queryCopy(runtime, copy, { sql, signal, deadlineMs: samplingMs }).catch(() => undefined)
        if (output !== undefined) locks.add(output)
        else await clock.wait(pauseMs, signal).catch(() => undefined)
      }
    }),
  )
}

function ignoreUnlessAborted(signal: AbortSignal): () => undefined {
  return () => {
    signal.throwIfAborted()
    return undefined
  }
}

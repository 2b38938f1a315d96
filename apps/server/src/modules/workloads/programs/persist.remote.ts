/**
 * Retries a write for as long as the database is unavailable, because a program must not fail when its log can't be
 * stored.
 */
import { RemoteError } from '@longshore/remote/ssh'
import { Interruption } from '../../../platform/durable/live-runs.ts'
import { isTransient } from '../../../platform/durable/transient.ts'
import { isFinalCode } from '../remote-failure.remote.ts'
import type { WorkloadClock } from '../workloads.context.ts'

const longestPauseMs = 5_000

/** Ends with the signal, which fires at the deadline of the step and when another worker has the run. */
export async function persist<T>(
  work: () => Promise<T>,
  { signal, clock }: { signal: AbortSignal; clock: WorkloadClock },
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || error instanceof Interruption) throw error
      await clock.wait(backOffMs(tries), signal)
    }
  }
}

export function backOffMs(tries: number): number {
  return Math.min(longestPauseMs, 100 * 2 ** Math.min(tries, 16))
}

/** Returns whether the error comes from the connection to a server or to the database, so a retry can succeed. */
export function isPassing(error: unknown): boolean {
  if (error instanceof RemoteError) return error.code !== 'cancelled' && !isFinalCode(error.code)
  return isTransient(error)
}

/** Runs one attempt of a step or an undo under its deadline, and computes the pause before the next. */
import { systemTimers, type Timers } from '../clock/timers.ts'
import { Interruption } from './live-runs.ts'

export type AttemptResult<T> = { ok: true; value: T } | { ok: false; error: unknown }

/**
 * Resolves only when the work has settled, so the caller can rely on it having stopped. Work that ignores its signal is
 * reported repeatedly through `onStuck`, never abandoned; only the end of the process stops it.
 */
export async function attemptWork<T>(
  work: (signal: AbortSignal) => Promise<T>,
  options: {
    deadlineMs: number
    interruptedBy: readonly AbortSignal[]
    graceMs: number
    /** Receives the time since the signal fired. */
    onStuck: (stuckMs: number) => void
    timers?: Timers
  },
): Promise<AttemptResult<T>> {
  const timers = options.timers ?? systemTimers
  const deadline = new AbortController()
  const signal = AbortSignal.any([...options.interruptedBy, deadline.signal])
  const stopDeadline = timers.after(options.deadlineMs, () => deadline.abort(new Interruption('deadline')))
  let stopWatching: (() => void) | undefined
  const watch = () => {
    let stuckMs = 0
    stopWatching = timers.every(options.graceMs, () => {
      stuckMs += options.graceMs
      options.onStuck(stuckMs)
    })
  }
  if (signal.aborted) watch()
  else signal.addEventListener('abort', watch, { once: true })
  try {
    return { ok: true, value: await work(signal) }
  } catch (error) {
    // The abort reason counts, not the error that the work threw while stopping.
    return { ok: false, error: signal.aborted ? signal.reason : error }
  } finally {
    stopDeadline()
    stopWatching?.()
    signal.removeEventListener('abort', watch)
  }
}

export interface Backoff {
  readonly initialMs: number
  readonly maxMs: number
}

/** Doubles with each attempt, minus up to a quarter at random, so that many runs don't retry at once. */
export function backoffMs(attempt: number, { initialMs, maxMs }: Backoff, random: () => number = Math.random): number {
  const full = Math.min(maxMs, initialMs * 2 ** Math.min(attempt - 1, 30))
  return Math.round(full * (1 - random() / 4))
}

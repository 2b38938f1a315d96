/** Timers as a port, so that a simulation can fast-forward hours. */
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'

export interface Timers {
  /** Rejects when the signal fires. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** `after` and `every` return a function that cancels the timer. */
  after(ms: number, work: () => void): () => void
  every(ms: number, work: () => void): () => void
  /** Yields until all work that is ready now has run. */
  turn(): Promise<void>
  random(): number
}

export const systemTimers: Timers = {
  wait: (ms, signal) => delay(ms, undefined, signal === undefined ? {} : { signal }),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  every(ms, work) {
    const timer = setInterval(work, ms)
    return () => clearInterval(timer)
  },
  turn: () => nextTurn(),
  random: Math.random,
}

/** Waiting as a port: what pauses or has a deadline takes one, so that a simulation can let hours pass. */
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'

export interface Timers {
  /** Rejects when the signal fires. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** Both return what takes them back. */
  after(ms: number, work: () => void): () => void
  every(ms: number, work: () => void): () => void
  /** Lets everything go first that is ready by now. */
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

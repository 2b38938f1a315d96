/**
 * Answers at multiples of a quantum, counted from the request's start: whether an address is known cannot be read off the
 * time it took. Failures wait as successes do.
 */
import { setTimeout as delay } from 'node:timers/promises'

export async function inEvenTime<T>(quantumMs: number, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  try {
    return await work()
  } finally {
    const elapsed = performance.now() - started
    await delay(Math.ceil(elapsed / quantumMs) * quantumMs - elapsed)
  }
}

/**
 * Completes work at multiples of a quantum from its start, so that response times don't reveal whether an email address
 * exists. Failures wait like successes.
 */
import { setTimeout as delay } from 'node:timers/promises'

export async function inConstantTime<T>(quantumMs: number, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  try {
    return await work()
  } finally {
    const elapsed = performance.now() - started
    await delay(Math.ceil(elapsed / quantumMs) * quantumMs - elapsed)
  }
}

/**
 * Computes how long pushes wait for others that follow closely. The first push after a pause is decided at once. Later
 * pushes wait until none arrives for a moment, so fifty in a row cause one more deployment. A maximum wait applies,
 * because someone can push without a break. Pure.
 */
export interface Arrivals {
  readonly nowMs: number
  /** Time of the last decision, or null before the first. */
  readonly decidedMs: number | null
  /** Arrival of the oldest open push. */
  readonly oldestMs: number
  readonly newestMs: number
}

const burstEndsAfterMs = 30_000
const quietPeriodMs = 5_000
const maxWaitMs = 60_000

/** Returns 0 for an immediate decision. */
export function burstWaitMs({ nowMs, decidedMs, oldestMs, newestMs }: Arrivals): number {
  if (decidedMs === null || oldestMs - decidedMs > burstEndsAfterMs) return 0
  return Math.max(0, Math.min(newestMs + quietPeriodMs, oldestMs + maxWaitMs) - nowMs)
}

/**
 * How long pushes wait for others that come right behind them; pure. The first after a calm is decided at once. Those that
 * follow wait until none has come for a moment, so that fifty in a row make one deployment more and not one for each that
 * fits in between; and not for ever, since somebody may push without end.
 */
export interface Arrivals {
  readonly nowMs: number
  /** When something was decided last; null: never. */
  readonly decidedMs: number | null
  /** Of what is not decided. */
  readonly oldestMs: number
  readonly newestMs: number
}

const burstEndsAfterMs = 30_000
const quietPeriodMs = 5_000
const maxWaitMs = 60_000

/** Zero: now. */
export function burstWaitMs({ nowMs, decidedMs, oldestMs, newestMs }: Arrivals): number {
  if (decidedMs === null || oldestMs - decidedMs > burstEndsAfterMs) return 0
  return Math.max(0, Math.min(newestMs + quietPeriodMs, oldestMs + maxWaitMs) - nowMs)
}

/** What follows from a try: for the delivery, and for the circuit of its connector; pure. */

export const maxAttempts = 5
/** Tries in a row after which a connector is left alone for longer and longer. */
const circuitAfter = 5
const circuitFirstMs = 60_000
const circuitMaxMs = 30 * 60_000
/** What could not be told for a day is old news. */
export const staleAfterMs = 24 * 3_600_000
const maxRetryAfterMs = 3_600_000

export type AttemptVerdict = { ok: true } | { ok: false; isFinal: boolean; reason: string; retryAfterMs?: number }

export interface BeforeAttempt {
  /** Of the delivery. */
  tries: number
  /** Of the connector, in a row. */
  failures: number
}

export type AfterAttempt =
  | { status: 'delivered'; tries: number }
  | {
      status: 'waiting' | 'failed'
      tries: number
      failures: number
      reason: string
      /** Until then the connector is left alone; null: the next delivery may go at once. */
      waitMs: number | null
    }

export function evaluateAttempt(
  before: BeforeAttempt,
  verdict: AttemptVerdict,
  { firstPauseMs, random }: { firstPauseMs: number; random: number },
): AfterAttempt {
  const tries = before.tries + 1
  if (verdict.ok) return { status: 'delivered', tries }
  const failures = before.failures + 1
  const isOver = verdict.isFinal || tries >= maxAttempts
  const pauses = [
    isOver ? 0 : pauseMs(tries, firstPauseMs),
    Math.min(verdict.retryAfterMs ?? 0, maxRetryAfterMs),
    failures >= circuitAfter ? Math.min(circuitMaxMs, circuitFirstMs * 2 ** Math.min(failures - circuitAfter, 20)) : 0,
  ]
  const longest = Math.max(...pauses)
  return {
    status: isOver ? 'failed' : 'waiting',
    tries,
    failures,
    reason: verdict.reason,
    // Later and never earlier, so that what was asked for is kept.
    waitMs: longest === 0 ? null : Math.round(longest * (1 + random / 4)),
  }
}

/** Four times as long each time: with five seconds at first, seven minutes in all. */
function pauseMs(tries: number, firstPauseMs: number): number {
  return firstPauseMs * 4 ** (tries - 1)
}

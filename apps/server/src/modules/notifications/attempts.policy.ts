/** Consequences of an attempt for the delivery, and for its connector's circuit breaker; pure. */

export const maxAttempts = 5
/** Consecutive failures after which a connector is paused for longer and longer. */
const circuitAfter = 5
const circuitFirstMs = 60_000
const circuitMaxMs = 30 * 60_000
/** A notice that couldn't be delivered for a day is outdated. */
export const staleAfterMs = 24 * 3_600_000
const maxRetryAfterMs = 3_600_000

export type AttemptVerdict = { ok: true } | { ok: false; isFinal: boolean; reason: string; retryAfterMs?: number }

export interface BeforeAttempt {
  /** Attempts of the delivery. */
  tries: number
  /** Consecutive failures of the connector. */
  failures: number
}

export type AfterAttempt =
  | { status: 'delivered'; tries: number }
  | {
      status: 'waiting' | 'failed'
      tries: number
      failures: number
      reason: string
      /** How long the connector is paused; null: the next delivery can start immediately. */
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
    // Jitter only adds time, so that the requested wait is respected.
    waitMs: longest === 0 ? null : Math.round(longest * (1 + random / 4)),
  }
}

/** Four times as long each time: starting at five seconds, seven minutes in all. */
function pauseMs(tries: number, firstPauseMs: number): number {
  return firstPauseMs * 4 ** (tries - 1)
}

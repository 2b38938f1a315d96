/** When a failed call is worth another try, and how long to wait before it. Pure. */
import type { Operation } from './operation.ts'
import { isProblem, ProblemError } from './problem.ts'

export interface RetryPolicy {
  /** Tries after the first. */
  retries: number
  /** Before the second try, at most; it doubles with each further one. */
  baseMs: number
  /** A longer wait is not worth it: the caller is told instead. */
  maxWaitMs: number
}

export const defaultRetry: RetryPolicy = { retries: 4, baseMs: 250, maxWaitMs: 20_000 }

/** The server says that it did nothing, and that it may do so later. */
const refusedForNow = [429]
/** The request may have had its effect. */
const uncertain = [408, 502, 503, 504]

export interface Failure {
  operation: Pick<Operation<unknown>, 'method' | 'takesKey'>
  /** From 0. */
  attempt: number
  error: unknown
  /** With a version to match, a second try of a change that succeeded would fail. */
  hasVersion: boolean
}

/** Undefined: there is no point in another try. */
export function waitBeforeRetry(failure: Failure, policy: RetryPolicy, random: () => number): number | undefined {
  if (failure.attempt >= policy.retries || !isWorthRetry(failure)) return undefined
  // Spread out: clients that failed together do not come back together.
  const spreadMs = backOffMs(failure.attempt, policy, random)
  const askedMs = failure.error instanceof ProblemError ? failure.error.retryAfterMs : undefined
  if (askedMs === undefined) return spreadMs
  return askedMs > policy.maxWaitMs ? undefined : askedMs + spreadMs / 4
}

export function backOffMs(attempt: number, policy: RetryPolicy, random: () => number): number {
  const ceiling = Math.min(policy.maxWaitMs, policy.baseMs * 2 ** attempt)
  return ceiling / 2 + (random() * ceiling) / 2
}

function isWorthRetry({ operation, error, hasVersion }: Failure): boolean {
  if (isProblem(error, 'idempotency_key_in_use')) return true
  if (error instanceof ProblemError && refusedForNow.includes(error.status)) return true
  if (error instanceof ProblemError && !uncertain.includes(error.status)) return false
  // A DELETE is not among them: after one that succeeded unseen the next says that there is nothing.
  const isRepeatable = operation.method === 'GET' || (operation.method === 'PUT' && !hasVersion)
  return isRepeatable || operation.takesKey === true
}

/** Decides whether to retry a failed call, and how long to wait. Pure. */
import type { Operation } from './operation.ts'
import { isProblem, ProblemError } from './problem.ts'

export interface RetryPolicy {
  /** Number of retries after the first try. */
  retries: number
  /** Maximum wait before the second try. It doubles with each further try. */
  baseMs: number
  /** If the wait would be longer, the call fails instead. */
  maxWaitMs: number
}

export const defaultRetry: RetryPolicy = { retries: 4, baseMs: 250, maxWaitMs: 20_000 }

/** The server did nothing and may accept the request later. */
const refusedForNow = [429]
/** The request may have taken effect. */
const uncertain = [408, 502, 503, 504]

export interface Failure {
  operation: Pick<Operation<unknown>, 'method' | 'takesKey'>
  /** Starts at 0. */
  attempt: number
  error: unknown
  /** The request has `If-Match`: after a change that succeeded, a retry would fail. */
  hasVersion: boolean
}

/** Undefined: don't retry. */
export function waitBeforeRetry(failure: Failure, policy: RetryPolicy, random: () => number): number | undefined {
  if (failure.attempt >= policy.retries || !isWorthRetry(failure)) return undefined
  // Adds jitter, so that clients that failed together don't retry together.
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
  // Excludes DELETE: after an unseen success, a retry would return 404.
  const isRepeatable = operation.method === 'GET' || (operation.method === 'PUT' && !hasVersion)
  return isRepeatable || operation.takesKey === true
}

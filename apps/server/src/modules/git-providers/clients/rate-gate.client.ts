/** Remembers rate-limited scopes, so that no request is sent before the wait is over. */
import { ProviderError } from './provider-error.client.ts'

export interface RateGate {
  /** Throws while the scope has to wait. */
  pass(scope: string): void
  close(scope: string, seconds: number): void
}

const maximumScopes = 5_000

export function createRateGate(nowMs: () => number = () => performance.now()): RateGate {
  const closedUntilMs = new Map<string, number>()
  return {
    pass(scope) {
      const waitMs = (closedUntilMs.get(scope) ?? 0) - nowMs()
      if (waitMs > 0) throw new ProviderError('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
      closedUntilMs.delete(scope)
    },
    close(scope, seconds) {
      const [oldest] = closedUntilMs.keys()
      if (closedUntilMs.size >= maximumScopes && oldest !== undefined) closedUntilMs.delete(oldest)
      closedUntilMs.set(scope, nowMs() + seconds * 1_000)
    },
  }
}

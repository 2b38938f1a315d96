/** Computes when a certificate's state is expected to change. Pure. */
import type { CertificateStatus } from './certificates.schemas.ts'

export interface ExpectedState {
  readonly status: CertificateStatus
  readonly mayIssue: boolean
  readonly renewAt: Date | null
  readonly nextTryAt: Date | null
}

const soonMs = 2_000
const laterMs = 15_000
const graceMs = 3_000
/** After this time, a state in progress isn't checked every two seconds anymore. */
const freshMs = 120_000

/**
 * Returns null to leave it to the regular server check. `sinceMs` is how long the certificate has been in this state.
 */
export function nextCertificateCheckInMs(state: ExpectedState, now: Date, sinceMs: number): number | null {
  const until = (time: Date | null) => (time === null ? null : time.getTime() - now.getTime() + graceMs)
  const soon = sinceMs < freshMs ? soonMs : laterMs
  switch (state.status) {
    case 'issuing':
    case 'renewing':
      return soon
    case 'pending':
      return state.mayIssue ? soon : null
    case 'failed':
      return Math.max(soon, until(state.nextTryAt) ?? laterMs)
    case 'active':
    case 'expired':
      if (!state.mayIssue) return null
      return Math.max(laterMs, until(state.nextTryAt ?? state.renewAt) ?? laterMs)
  }
}

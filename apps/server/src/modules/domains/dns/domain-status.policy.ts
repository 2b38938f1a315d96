/** Derives the state of a domain, its proof, and the time of its next check from a check. Pure. */
import { domainFaults, type Fault } from './domain-faults.policy.ts'
import type { DomainProblem, DomainStatus } from './domains.schemas.ts'

const hour = 3_600_000
/** How long the TXT record can be missing before the proof lapses. */
export const proofPatienceMs = 72 * hour

export interface DomainBefore {
  readonly status: DomainStatus
  readonly verifiedAt: Date | null
  readonly failingSince: Date | null
  readonly attempts: number
}

export interface DomainAfter {
  status: DomainStatus
  problem: DomainProblem | null
  failingSince: Date | null
  attempts: number
  nextCheckMs: number
}

export function decideStatus(
  before: DomainBefore,
  fault: Fault | undefined,
  { now, everyMs }: { now: Date; everyMs: number },
): DomainAfter {
  if (fault === undefined)
    return { status: 'verified', problem: null, failingSince: null, attempts: 0, nextCheckMs: everyMs * calmFactor }
  const failingSince = before.failingSince ?? now
  const attempts = before.attempts + 1
  const { title, hint, patienceMs } = domainFaults[fault.code]
  const isBorne = before.status === 'verified' && now.getTime() - failingSince.getTime() < patienceMs
  return {
    // No one requested a check yet, and the domain was never verified, so it still waits for its records.
    status: isBorne ? 'verified' : before.status === 'pending' ? 'pending' : 'failed',
    problem: { code: fault.code, title, detail: fault.detail, hint },
    failingSince,
    attempts,
    nextCheckMs: backOff(attempts, everyMs),
  }
}

/** With the default of 30 seconds, a verified domain is checked every six hours. */
const calmFactor = 720
const maxFactor = 1_440

/** Checks every 30 seconds for five minutes, then doubles the interval each time, up to twelve hours. */
export function backOff(attempts: number, everyMs: number): number {
  const doublings = Math.max(0, attempts - 10)
  return everyMs * Math.min(maxFactor, 2 ** Math.min(doublings, 20))
}

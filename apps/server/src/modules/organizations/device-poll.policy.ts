/** Decides what a polling program gets to know. Pure. */
export interface PolledSignIn {
  readonly status: string
  readonly isLive: boolean
  readonly intervalSeconds: number
  /** Null: this is the first poll. */
  readonly secondsSincePoll: number | null
}

export type PollOutcome = 'pending' | 'slow_down' | 'approved' | 'denied' | 'expired'

/** Programs wait by their own clock, which can be a little fast. */
const toleranceSeconds = 1
const penaltySeconds = 5
const maxIntervalSeconds = 60

/** A collected sign-in has expired for everyone who asks again. */
export function pollOutcome(polled: PolledSignIn): PollOutcome {
  const { status, isLive, intervalSeconds, secondsSincePoll } = polled
  if (status === 'denied') return 'denied'
  if (!isLive || status === 'collected') return 'expired'
  if (status === 'approved') return 'approved'
  const isEarly = secondsSincePoll !== null && secondsSincePoll < intervalSeconds - toleranceSeconds
  return isEarly ? 'slow_down' : 'pending'
}

export function nextInterval(outcome: PollOutcome, intervalSeconds: number): number {
  return outcome === 'slow_down' ? Math.min(intervalSeconds + penaltySeconds, maxIntervalSeconds) : intervalSeconds
}

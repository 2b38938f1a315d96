/** Schedule of server checks; pure. */
import type { ServerStatus } from './servers.schemas.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/**
 * While a user is about to install the key it is tried often, then less and less, because servers count failed logins.
 */
const pendingPace = [
  { until: 2 * minute, everyMs: 5 * second },
  { until: 15 * minute, everyMs: 15 * second },
  { until: 24 * hour, everyMs: minute },
]
const idlePaceMs = 10 * minute
const jitterShare = 0.1

export interface Schedulable {
  status: ServerStatus
  /** Age since it was registered, or since its address or key changed. */
  ageMs: number
  everyMs: number
  /** A random number between 0 and 1. */
  random: number
}

/** Delay from now, with a tenth of jitter either way so that many servers aren't checked at once. */
export function nextCheckInMs({ status, ageMs, everyMs, random }: Schedulable): number {
  const jitter = 1 - jitterShare + 2 * jitterShare * random
  return Math.round(paceMs(status, ageMs, everyMs) * jitter)
}

function paceMs(status: ServerStatus, ageMs: number, everyMs: number): number {
  if (status === 'host_key_changed') return idlePaceMs
  if (status !== 'pending') return everyMs
  return pendingPace.find((each) => ageMs < each.until)?.everyMs ?? idlePaceMs
}

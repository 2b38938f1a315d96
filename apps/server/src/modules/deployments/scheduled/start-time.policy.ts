/** Decides whether a deployment can be scheduled for a time, and whether it can still start. Pure. */
import { leastAheadMs, mostAheadMs, mostLateMs } from './scheduled-deployments.limits.ts'

export type StartTimeProblem = 'start_time_too_soon' | 'start_time_too_far'

export function checkStartTime(startAt: Date, now: Date): StartTimeProblem | null {
  const aheadMs = startAt.getTime() - now.getTime()
  if (aheadMs < leastAheadMs) return 'start_time_too_soon'
  return aheadMs > mostAheadMs ? 'start_time_too_far' : null
}

export function isTooLate(startAt: Date, now: Date): boolean {
  return now.getTime() - startAt.getTime() > mostLateMs
}

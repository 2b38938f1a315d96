/** Computes when a schedule is due. Pure, so that tests can cover clock changes and outages. */
import { Cron } from 'croner'

export type MissedPolicy = 'run_once' | 'skip'

/** A due time older than this counts as missed. */
export const missedAfterMs = 60_000

/** Returns null if there is no next time. Throws if the expression or the time zone is invalid. */
export function nextRunAt(cron: string, timezone: string, after: Date): Date | null {
  return new Cron(cron, { timezone, paused: true, mode: '5-part' }).nextRun(after)
}

/** Plans a due schedule: the due time to run for, if any, and the next one. */
export function planDue(
  schedule: { cron: string; timezone: string; missed: MissedPolicy; nextRunAt: Date },
  now: Date,
): { dueAt: Date | null; nextRunAt: Date | null } {
  const isMissed = now.getTime() - schedule.nextRunAt.getTime() > missedAfterMs
  const dueAt = isMissed && schedule.missed === 'skip' ? null : schedule.nextRunAt
  // After an outage, only the first missed time is made up for.
  const from = isMissed ? now : schedule.nextRunAt
  return { dueAt, nextRunAt: nextRunAt(schedule.cron, schedule.timezone, from) }
}

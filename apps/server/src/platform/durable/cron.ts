/** When a schedule is due: pure, so that clock changes and outages can be tested in microseconds. */
import { Cron } from 'croner'

export type MissedPolicy = 'run_once' | 'skip'

/** Later than this, a due time counts as missed. */
export const missedAfterMs = 60_000

/** Null when there is no such time. Throws on an expression or a time zone that means nothing. */
export function nextRunAt(cron: string, timezone: string, after: Date): Date | null {
  return new Cron(cron, { timezone, paused: true, mode: '5-part' }).nextRun(after)
}

/** What to do with a schedule whose time has come: the due time to run for, if any, and the next. */
export function planDue(
  schedule: { cron: string; timezone: string; missed: MissedPolicy; nextRunAt: Date },
  now: Date,
): { dueAt: Date | null; nextRunAt: Date | null } {
  const isMissed = now.getTime() - schedule.nextRunAt.getTime() > missedAfterMs
  const dueAt = isMissed && schedule.missed === 'skip' ? null : schedule.nextRunAt
  // After an outage only the first of the missed times is made up for.
  const from = isMissed ? now : schedule.nextRunAt
  return { dueAt, nextRunAt: nextRunAt(schedule.cron, schedule.timezone, from) }
}

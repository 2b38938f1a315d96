/** Checks that a schedule is valid, recurs, and isn't too frequent. */

import { nextRunAt } from '../../../platform/durable/cron.ts'
import { invalid } from '../../../platform/errors/app-error.ts'

const leastMinutesApart = 15
/** Twice the maximum per day, so any repetition within a day shows up. */
const checkedTimes = 200

/** Throws a validation error for the API. */
export function checkSchedule({ schedule, timezone, now }: { schedule: string; timezone: string; now: Date }): void {
  if (!isTimezone(timezone)) throw invalid('/timezone', 'invalid_value', "isn't an IANA time zone")
  const times = timesOf(schedule, now)
  if (times === null) throw invalid('/schedule', 'invalid_format', "isn't a cron expression with five fields")
  if (times.length === 0) throw invalid('/schedule', 'invalid_value', 'never occurs')
  const isTooOften = times.some((time, index) => {
    const before = times[index - 1]
    return before !== undefined && time.getTime() - before.getTime() < leastMinutesApart * 60_000
  })
  if (isTooOften) throw invalid('/schedule', 'too_often', `must be at least ${leastMinutesApart} minutes apart`)
}

/**
 * Uses UTC, because a daylight saving change would distort the minimum interval. Returns null for an invalid
 * expression.
 */
function timesOf(schedule: string, now: Date): Date[] | null {
  const times: Date[] = []
  try {
    for (let at: Date | null = nextRunAt(schedule, 'UTC', now); at !== null && times.length < checkedTimes; ) {
      times.push(at)
      at = nextRunAt(schedule, 'UTC', at)
    }
    return times
  } catch {
    return null
  }
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}

/** A month as weeks from Monday to Sunday, and the backups of each day. */
import type { Backup } from '@longshore/sdk'

export interface Month {
  year: number
  /** 0 to 11. */
  month: number
}

export interface Day {
  /** For example, 2026-11-16. */
  date: string
  number: number
}

/** Days before the first and after the last are null. */
export function weeksOf({ year, month }: Month): (Day | null)[][] {
  const first = new Date(Date.UTC(year, month, 1))
  const before = (first.getUTCDay() + 6) % 7
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const days = Array.from({ length: Math.ceil((before + length) / 7) * 7 }, (_, index) => {
    const number = index - before + 1
    if (number < 1 || number > length) return null
    return { number, date: new Date(Date.UTC(year, month, number)).toISOString().slice(0, 10) }
  })
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

export function monthAfter({ year, month }: Month, count: number): Month {
  const moved = new Date(Date.UTC(year, month + count, 1))
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() }
}

/** The day of a point in time, in the time zone of the schedule. */
export function dayOf(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(at),
  )
}

export interface DayRuns {
  succeeded: number
  failed: number
  proven: number
}

export function runsByDay(backups: readonly Backup[], timeZone: string): Map<string, DayRuns> {
  const days = new Map<string, DayRuns>()
  for (const { createdAt, status, restoreTestedAt } of backups) {
    if (status === 'cancelled') continue
    const date = dayOf(createdAt, timeZone)
    const { succeeded, failed, proven } = days.get(date) ?? { succeeded: 0, failed: 0, proven: 0 }
    days.set(date, {
      succeeded: succeeded + Number(status === 'succeeded' || status === 'expired'),
      failed: failed + Number(status === 'failed'),
      proven: proven + Number(restoreTestedAt !== null),
    })
  }
  return days
}

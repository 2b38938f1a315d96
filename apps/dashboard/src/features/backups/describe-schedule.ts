/** Describes common cron schedules in words. Others stay as they are. */
import { text } from '../../text/text.ts'

const { cron } = text.backups

export function describeSchedule(schedule: string): string {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = schedule.trim().split(/\s+/)
  const isPlain = isNumber(minute) && month === '*'
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  const everyDay = day === '*' && weekday === '*'
  if (isPlain && everyDay && hour === '*') return cron.everyHour(minute.padStart(2, '0'))
  const hours = stepOf(hour)
  if (isPlain && everyDay && hours !== undefined) return cron.everyHours(hours)
  const minutes = stepOf(minute)
  if (minutes !== undefined && hour === '*' && everyDay && month === '*') return cron.everyMinutes(minutes)
  if (!isPlain || !isNumber(hour)) return cron.other(schedule)
  if (everyDay) return cron.daily(time)
  const name = day === '*' && isNumber(weekday) ? cron.days[Number(weekday) % 7] : undefined
  if (name !== undefined) return cron.weekly(name, time)
  return isNumber(day) && weekday === '*' ? cron.monthly(day, time) : cron.other(schedule)
}

function isNumber(field: string): boolean {
  return /^\d+$/.test(field)
}

/** The number of a step field: every 5 → 5. */
function stepOf(field: string): number | undefined {
  const step = /^\*\/(\d+)$/.exec(field)?.[1]
  return step === undefined ? undefined : Number(step)
}

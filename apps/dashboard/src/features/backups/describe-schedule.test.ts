import { expect, test } from 'vitest'
import { describeSchedule } from './describe-schedule.ts'

test.each([
  ['0 3 * * *', 'Every day at 03:00'],
  ['30 2 * * 1', 'Every Monday at 02:30'],
  ['5 4 * * 7', 'Every Sunday at 04:05'],
  ['0 * * * *', 'Every hour'],
  ['15 * * * *', 'Every hour at :15'],
  ['0 */6 * * *', 'Every 6 hours'],
  ['*/30 * * * *', 'Every 30 minutes'],
  ['0 3 1 * *', 'On day 1 of each month at 03:00'],
  ['0 3 * 1-6 *', 'Cron 0 3 * 1-6 *'],
  ['0 9-17 * * *', 'Cron 0 9-17 * * *'],
])('%s is %s', (schedule, words) => {
  expect(describeSchedule(schedule)).toBe(words)
})

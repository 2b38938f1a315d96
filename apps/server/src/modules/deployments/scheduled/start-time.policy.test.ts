import { expect, test } from 'vitest'
import { checkStartTime, isTooLate } from './start-time.policy.ts'

const now = new Date('2026-11-15T09:30:00.000Z')
const after = (ms: number) => new Date(now.getTime() + ms)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

test.each([
  [-day, 'start_time_too_soon'],
  [0, 'start_time_too_soon'],
  [minute - 1, 'start_time_too_soon'],
  [minute, null],
  [30 * day, null],
  [30 * day + 1, 'start_time_too_far'],
])('%d ms ahead: %s', (ms, problem) => {
  expect(checkStartTime(after(ms), now)).toBe(problem)
})

test('starts up to an hour late, and no later', () => {
  expect(isTooLate(now, after(hour))).toBe(false)
  expect(isTooLate(now, after(hour + 1))).toBe(true)
  expect(isTooLate(after(day), now)).toBe(false)
})

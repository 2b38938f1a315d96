import { expect, it } from 'vitest'
import { firstDeployTime, formatStart, problemOf, timeLimits, toLocal } from './deploy-time.ts'

const at = (local: string) => new Date(local).getTime()
const later = (local: string) => ({ isLater: true, local, isNewest: false })

it.each([
  ['2026-11-15T09:30:00', '2026-11-15T10:00'],
  ['2026-11-15T09:50:00', '2026-11-15T10:00'],
  ['2026-11-15T09:51:00', '2026-11-15T11:00'],
  ['2026-11-15T23:55:00', '2026-11-16T01:00'],
])('at %s proposes %s', (now, local) => {
  expect(firstDeployTime(at(now))).toEqual({ isLater: false, local, isNewest: false })
})

it.each([
  ['', 'missing'],
  ['2026-11-15T09:00', 'tooSoon'],
  ['2026-11-15T09:30', 'tooSoon'],
  ['2026-11-15T09:32', null],
  ['2026-12-15T09:30', null],
  ['2026-12-15T09:31', 'tooFar'],
] as const)('with %j finds %s', (local, problem) => {
  expect(problemOf(later(local), at('2026-11-15T09:30:00'))).toBe(problem)
  expect(problemOf({ ...later(local), isLater: false }, at('2026-11-15T09:30:00'))).toBeNull()
})

it('offers only times that pass the check', () => {
  const now = at('2026-11-15T09:30:40')
  const { min, max } = timeLimits(now)
  expect(problemOf(later(min), now)).toBeNull()
  expect(problemOf(later(max), now)).toBeNull()
})

it('keeps the minute of a time in the zone of the browser', () => {
  expect(toLocal(new Date('2026-11-15T09:30:00'))).toBe('2026-11-15T09:30')
})

it('names the time zone', () => {
  expect(formatStart('2026-11-16T02:00:00.000Z', 'UTC')).toBe('Mon, Nov 16, 2:00 AM UTC')
  expect(formatStart('2026-11-16T02:00:00.000Z', 'America/New_York')).toBe('Sun, Nov 15, 9:00 PM EST')
})

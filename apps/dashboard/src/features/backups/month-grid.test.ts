import { expect, test } from 'vitest'
import { dayOf, monthAfter, weeksOf } from './month-grid.ts'

test('November 2026 starts on a Sunday: six weeks with all 30 days', () => {
  const weeks = weeksOf({ year: 2026, month: 10 })
  expect(weeks).toHaveLength(6)
  expect(weeks[0]?.slice(0, 6)).toEqual([null, null, null, null, null, null])
  expect(weeks[0]?.[6]).toEqual({ number: 1, date: '2026-11-01' })
  expect(weeks.flat().filter((day) => day !== null)).toHaveLength(30)
})

test('February of a leap year', () => {
  expect(
    weeksOf({ year: 2028, month: 1 })
      .flat()
      .filter((day) => day !== null),
  ).toHaveLength(29)
})

test('December is followed by January of the next year', () => {
  expect(monthAfter({ year: 2026, month: 11 }, 1)).toEqual({ year: 2027, month: 0 })
  expect(monthAfter({ year: 2026, month: 0 }, -1)).toEqual({ year: 2025, month: 11 })
})

test('the day depends on the time zone', () => {
  expect(dayOf('2026-11-16T23:30:00.000Z', 'Europe/Berlin')).toBe('2026-11-17')
  expect(dayOf('2026-11-16T23:30:00.000Z', 'UTC')).toBe('2026-11-16')
})

import { expect, test } from 'vitest'
import { forecastDate } from './forecast-date.ts'

const now = new Date('2026-11-19T12:00:00Z')

test('shows the day', () => {
  expect(forecastDate('2026-11-26T12:00:00Z', now)).toBe('Nov 26')
})

test('shows the year of a day in another year', () => {
  expect(forecastDate('2027-01-03T12:00:00Z', now)).toBe('Jan 3, 2027')
})

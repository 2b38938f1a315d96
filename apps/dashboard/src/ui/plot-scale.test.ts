import { describe, expect, it } from 'vitest'
import { factsOf, formatTick, topOf } from './plot-scale.ts'

describe('factsOf', () => {
  it('uses the newest measured value', () => {
    expect(factsOf([1, 3, 2, null])).toEqual({ last: 2, highest: 3 })
  })
  it('is empty for a line without values', () => {
    expect(factsOf([null, null])).toEqual({ last: null, highest: null })
  })
})

describe('topOf', () => {
  const line = (values: (number | null)[]) => ({ label: 'x', color: 'accent' as const, values })
  it('is the limit if there is one', () => expect(topOf([line([5])], 4)).toBe(4))
  it('leaves room above the highest value', () => expect(topOf([line([10]), line([100])], undefined)).toBeCloseTo(115))
  it('is never 0', () => expect(topOf([line([0, null])], undefined)).toBe(1))
})

describe('formatTick', () => {
  const [hour, day] = [3_600_000, 86_400_000]
  const noon = new Date(2026, 10, 18, 12).getTime() / 1_000
  const midnight = new Date(2026, 10, 18).getTime() / 1_000
  it('shows the time within a day', () => expect(formatTick(noon, hour)).toBe('12:00'))
  it('shows the day at midnight within a week', () => {
    expect(formatTick(noon, 7 * day)).toBe('12:00')
    expect(formatTick(midnight, 7 * day)).toBe('18 Nov')
  })
  it('shows only days for longer ranges', () => expect(formatTick(noon, 30 * day)).toBe('18 Nov'))
  it('shows both at the cursor', () => expect(formatTick(noon, 30 * day, true)).toBe('18 Nov, 12:00'))
})

import { describe, expect, it } from 'vitest'
import { factsOf, topOf } from './plot-scale.ts'

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

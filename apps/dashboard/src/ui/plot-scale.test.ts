import { describe, expect, it } from 'vitest'
import { factsOf, topOf } from './plot-scale.ts'

describe('factsOf', () => {
  it('takes the newest value that was measured', () => {
    expect(factsOf([1, 3, 2, null])).toEqual({ last: 2, highest: 3 })
  })
  it('knows nothing of a line without values', () => {
    expect(factsOf([null, null])).toEqual({ last: null, highest: null })
  })
})

describe('topOf', () => {
  const line = (values: (number | null)[]) => ({ label: 'x', colour: 'accent' as const, values })
  it('is the limit where there is one', () => expect(topOf([line([5])], 4)).toBe(4))
  it('leaves room above the highest', () => expect(topOf([line([10]), line([100])], undefined)).toBeCloseTo(115))
  it('is never nothing', () => expect(topOf([line([0, null])], undefined)).toBe(1))
})

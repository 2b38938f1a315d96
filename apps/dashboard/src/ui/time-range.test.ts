import { describe, expect, it } from 'vitest'
import {
  alignPrevious,
  moveBy,
  previousOf,
  rangeNames,
  ranges,
  selectedSpan,
  spanOf,
  stepOf,
  zoomIn,
  zoomOut,
} from './time-range.ts'

const now = 1_800_000_123

describe('spanOf', () => {
  it.each(rangeNames)('has the length of %s and ends within one step of now', (name) => {
    const span = spanOf(name, now)
    expect(span.to - span.from).toBe(ranges[name])
    expect(span.to - now).toBeGreaterThanOrEqual(0)
    expect(span.to - now).toBeLessThan(stepOf(span))
  })
  it('is the same for two moments within one step', () => {
    expect(spanOf('24h', now)).toEqual(spanOf('24h', now + 60))
  })
})

describe('stepOf', () => {
  it('gives at most 180 points', () => {
    for (const name of rangeNames) expect(ranges[name] / stepOf(spanOf(name, now))).toBeLessThanOrEqual(180)
  })
})

describe('zooming', () => {
  it('halves and doubles the range around its middle', () => {
    expect(zoomIn({ from: 1_000, to: 5_000 })).toEqual({ from: 2_000, to: 4_000 })
    expect(zoomOut({ from: 2_000, to: 4_000 }, now)).toEqual({ from: 1_000, to: 5_000 })
  })
  it('does not go below five minutes', () => {
    expect(zoomIn({ from: 0, to: 300 })).toEqual({ from: 0, to: 300 })
    expect(selectedSpan({ from: 1_000, to: 1_010 })).toEqual({ from: 855, to: 1_155 })
  })
  it('does not go into the future', () => {
    expect(zoomOut({ from: now - 600, to: now }, now)).toEqual({ from: now - 1_200, to: now })
    expect(moveBy('later', { from: now - 700, to: now - 100 }, now)).toEqual({ from: now - 600, to: now })
  })
  it('moves back by half of the range', () => {
    expect(moveBy('earlier', { from: 1_000, to: 2_000 }, now)).toEqual({ from: 500, to: 1_500 })
  })
})

describe('alignPrevious', () => {
  it('shifts the previous range onto the current one', () => {
    expect(previousOf({ from: 300, to: 600 })).toEqual({ from: 0, to: 300 })
    const current = { fromSeconds: 300, stepSeconds: 100, count: 3, shiftSeconds: 300 }
    expect(alignPrevious([1, null, 3], { fromSeconds: 0, stepSeconds: 100 }, current)).toEqual([1, null, 3])
  })
  it('repeats values of longer steps, and leaves out what was not measured', () => {
    const current = { fromSeconds: 300, stepSeconds: 100, count: 4, shiftSeconds: 300 }
    expect(alignPrevious([7], { fromSeconds: 0, stepSeconds: 200 }, current)).toEqual([7, 7, null, null])
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBlock, encodeBlock } from './metric-block.policy.ts'
import { addLines, gridOf, toLines } from './metric-lines.policy.ts'
import { containerMetrics, serverMetrics, toStoredRow } from './metric-names.policy.ts'
import {
  chooseResolution,
  chooseStep,
  coarse,
  downsample,
  fine,
  mergePoints,
  raw,
} from './metric-resolutions.policy.ts'
import { decodeRound, encodeRound } from './metric-round.policy.ts'

const whole = fc.oneof(
  fc.nat(200),
  fc.maxSafeNat().map((each) => each % 2 ** 50),
)

test('points survive encoding, in any order of size', () => {
  const points = fc.integer({ min: 1, max: 9 }).chain((columns) =>
    fc.array(fc.record({ at: fc.nat(2 ** 31), values: fc.array(whole, { minLength: columns, maxLength: columns }) }), {
      maxLength: 50,
    }),
  )
  fc.assert(
    fc.property(points, (given) => {
      expect(decodeBlock(encodeBlock(given))).toEqual(given)
    }),
  )
})

test('a round survives encoding, and a truncated one is rejected', () => {
  const round = fc.array(fc.record({ seriesId: fc.nat(2 ** 31), values: fc.array(whole, { maxLength: 9 }) }), {
    maxLength: 200,
  })
  fc.assert(
    fc.property(round, (given) => {
      expect(decodeRound(encodeRound(given))).toEqual(given)
    }),
  )
  const bytes = encodeRound([{ seriesId: 300, values: [1, 2, 3] }])
  expect(() => decodeRound(bytes.subarray(0, -1))).toThrow(RangeError)
  expect(() => decodeBlock(Buffer.from([1, 2, 3]))).toThrow()
})

test('an hour of quiet points takes a few hundred bytes', () => {
  const points = Array.from({ length: 240 }, (_, index) => ({
    at: 1_800_000_000 + index * 15,
    values: [5 + (index % 3), 40_000 + (index % 7), 524_288, 120, 80, 0, 0, 4, 0],
  }))
  expect(encodeBlock(points).length).toBeLessThan(500)
})

test('five minutes become their mean and their maximum; restarts are summed', () => {
  const points = [100, 200, 600].map((cpu, index) => ({
    at: 1_800_000_000 + index * 15,
    values: toStoredRow(containerMetrics, { cpuCores: cpu / 1_000, restarts: 2 }),
  }))
  const [point] = downsample(points, { seconds: 300, definitions: containerMetrics })
  expect(point?.at).toBe(1_800_000_000)
  expect(point?.values[0]).toBe(300)
  expect(point?.values[containerMetrics.length]).toBe(600)
  expect(point?.values[containerMetrics.length - 1]).toBe(6)
})

test("merges late points, and doesn't count the same time twice", () => {
  const one = { at: 10, values: [1] }
  expect(
    mergePoints(
      [one, { at: 30, values: [3] }],
      [
        { at: 20, values: [2] },
        { at: 10, values: [9] },
      ],
    ),
  ).toEqual([
    { at: 10, values: [9] },
    { at: 20, values: [2] },
    { at: 30, values: [3] },
  ])
})

test.each([
  ['an hour', 3_600, undefined, 15, raw],
  ['a day', 86_400, undefined, 300, fine],
  ['a day, as fine as it goes', 86_400, 5, 120, raw],
  ['ten days, finely', 10 * 86_400, 60, 900, fine],
  ['a year', 365 * 86_400, undefined, 2 * 86_400, coarse],
])('%s: the step keeps the response below a thousand points', (_, seconds, asked, step, resolution) => {
  const now = 1_800_000_000
  const range = { from: now - seconds, to: now }
  const chosen = chooseStep(range, { asked, now, rhythm: 15 })
  expect(chosen).toBe(step)
  expect(gridOf(range, chosen).count).toBeLessThanOrEqual(1_001)
  expect(chooseResolution({ from: range.from, now, step: chosen })).toBe(resolution)
})

test('returns coarser points for times before the fine ones', () => {
  const now = 1_800_000_000
  const range = { from: now - 5 * 86_400, to: now - 5 * 86_400 + 600 }
  expect(chooseStep(range, { asked: 15, now, rhythm: 15 })).toBe(300)
})

test('gaps stay gaps, and replicas of a service are added', () => {
  const grid = gridOf({ from: 0, to: 90 }, 30)
  const at = (time: number, cpuCores: number) => ({ at: time, values: toStoredRow(serverMetrics, { cpuCores }) })
  const first = toLines([at(0, 0.5), at(15, 1.5), at(60, 2)], grid, serverMetrics)
  expect(first.cpuCores).toEqual({ values: [1, null, 2], maxima: [1.5, null, 2] })
  const both = addLines([first, toLines([at(30, 1), at(60, 1)], grid, serverMetrics)])
  expect(both.cpuCores?.values).toEqual([1, 1, 3])
})

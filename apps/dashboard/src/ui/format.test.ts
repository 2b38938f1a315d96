import { expect, it } from 'vitest'
import { formatPercent, formatRelative, relativeStepMs } from './format.ts'

it('counts each second of the first minute', () => {
  expect(relativeStepMs(-15_000)).toBe(1_000)
  expect(formatRelative(-15_000)).not.toBe(formatRelative(-16_000))
})

it('changes rarely after the first minute', () => {
  expect(relativeStepMs(-61_000)).toBe(15_000)
  expect(relativeStepMs(86_400_000)).toBe(15_000)
})

it('rounds days ahead up, and past days down', () => {
  const day = 86_400_000
  expect(formatRelative(3 * day - 1_000)).toBe('in 3 days')
  expect(formatRelative(7 * day)).toBe('in 7 days')
  expect(formatRelative(-3 * day + 1_000)).toBe('2 days ago')
})

it('writes percentages without a space', () => {
  expect(formatPercent(0.73)).toBe('73%')
})

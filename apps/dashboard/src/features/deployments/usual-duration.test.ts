import { expect, it } from 'vitest'
import { usualDuration } from './usual-duration.ts'

it('does not compare a deployment with itself', () => {
  expect(usualDuration({ durationMs: 26_000, medianDurationMs: 26_000 })).toBeNull()
})

it('compares a deployment with earlier ones', () => {
  expect(usualDuration({ durationMs: null, medianDurationMs: 26_000 })).toBe(26_000)
  expect(usualDuration({ durationMs: 30_000, medianDurationMs: 26_000 })).toBe(26_000)
  expect(usualDuration({ durationMs: 30_000, medianDurationMs: null })).toBeNull()
})

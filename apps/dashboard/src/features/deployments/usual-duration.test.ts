import { expect, it } from 'vitest'
import { usualDuration } from './usual-duration.ts'

it('does not compare a deployment with itself', () => {
  expect(usualDuration({ status: 'live', durationMs: 26_000, medianDurationMs: 26_000 })).toBeNull()
})

it('compares a deployment with earlier ones', () => {
  expect(usualDuration({ status: 'live', durationMs: null, medianDurationMs: 26_000 })).toBe(26_000)
  expect(usualDuration({ status: 'live', durationMs: 30_000, medianDurationMs: 26_000 })).toBe(26_000)
  expect(usualDuration({ status: 'live', durationMs: 30_000, medianDurationMs: null })).toBeNull()
})

it('does not compare a deployment that ended early', () => {
  expect(usualDuration({ status: 'failed', durationMs: 5_400, medianDurationMs: 26_000 })).toBeNull()
  expect(usualDuration({ status: 'cancelled', durationMs: 5_400, medianDurationMs: 26_000 })).toBeNull()
})

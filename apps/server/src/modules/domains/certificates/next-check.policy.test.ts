import { expect, test } from 'vitest'
import { type ExpectedState, nextCertificateCheckInMs } from './next-check.policy.ts'

const now = new Date('2026-11-15T12:00:00Z')
const inMs = (milliseconds: number) => new Date(now.getTime() + milliseconds)
const state = (change: Partial<ExpectedState>): ExpectedState => ({
  ...{ status: 'pending', mayIssue: true, renewAt: null, nextTryAt: null },
  ...change,
})
const nextCheckInMs = (change: Partial<ExpectedState>, sinceMs = 0) =>
  nextCertificateCheckInMs(state(change), now, sinceMs)

test('checks what is in progress every few seconds, and less often when it takes long', () => {
  for (const status of ['pending', 'issuing', 'renewing'] as const) {
    expect(nextCheckInMs({ status })).toBeLessThanOrEqual(2_000)
    expect(nextCheckInMs({ status }, 600_000)).toBeGreaterThanOrEqual(10_000)
  }
})

test('leaves problems that people must fix to the regular server check', () => {
  expect(nextCheckInMs({ mayIssue: false })).toBeNull()
  expect(nextCheckInMs({ status: 'active', mayIssue: false, renewAt: inMs(-1) })).toBeNull()
})

test('checks right after the next attempt or the planned renewal, whatever the lifetime', () => {
  for (const later of [60_000, 4 * 86_400_000, 60 * 86_400_000]) {
    expect(nextCheckInMs({ status: 'active', renewAt: inMs(later) })).toBe(later + 3_000)
    expect(nextCheckInMs({ status: 'failed', nextTryAt: inMs(later) })).toBe(later + 3_000)
  }
  expect(nextCheckInMs({ status: 'active', renewAt: inMs(-1_000), nextTryAt: inMs(60_000) })).toBe(63_000)
  expect(nextCheckInMs({ status: 'active', renewAt: inMs(-86_400_000) })).toBeGreaterThanOrEqual(10_000)
})

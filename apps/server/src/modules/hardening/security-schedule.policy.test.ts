import { expect, test } from 'vitest'
import { newId } from '../../platform/ids/type-id.ts'
import { canScanAgain, nextScanAt } from './security-schedule.policy.ts'

const now = new Date('2026-11-15T00:00:00Z')
const day = 86_400_000
const plan = { now, everyMs: day, serverId: newId('srv'), isFirst: false, hasFailed: false }

test('once a period after every scan', () => {
  expect(nextScanAt(plan)).toEqual(new Date(now.getTime() + day))
})

test('spreads servers that were registered together over half a period, each always at the same offset', () => {
  const hours = new Set<number>()
  for (let index = 0; index < 300; index += 1) {
    const serverId = newId('srv')
    const next = nextScanAt({ ...plan, serverId, isFirst: true })?.getTime() ?? 0
    expect(next).toBe(nextScanAt({ ...plan, serverId, isFirst: true })?.getTime())
    expect(next - now.getTime()).toBeGreaterThanOrEqual(day / 2)
    expect(next - now.getTime()).toBeLessThanOrEqual(day)
    hours.add(Math.floor((next - now.getTime()) / 3_600_000))
  }
  expect(hours.size).toBeGreaterThanOrEqual(12)
})

test('retries a failed scan within the hour, and never scans with zero', () => {
  expect(nextScanAt({ ...plan, hasFailed: true })).toEqual(new Date(now.getTime() + 3_600_000))
  expect(nextScanAt({ ...plan, hasFailed: true, everyMs: 60_000 })).toEqual(new Date(now.getTime() + 60_000))
  expect(nextScanAt({ ...plan, everyMs: 0 })).toBeNull()
})

test('a user can start a scan unless one is running or has just ended', () => {
  const before = (ms: number) => new Date(now.getTime() - ms)
  expect(canScanAgain(undefined, now)).toBe(true)
  expect(canScanAgain({ createdAt: before(90_000), finishedAt: null }, now)).toBe(false)
  expect(canScanAgain({ createdAt: before(20_000), finishedAt: before(14_000) }, now)).toBe(false)
  expect(canScanAgain({ createdAt: before(20_000), finishedAt: before(15_000) }, now)).toBe(true)
})

import { expect, test } from 'vitest'
import { nextCheckInMs } from './server-schedule.policy.ts'
import type { ServerStatus } from './servers.schemas.ts'

const at = (status: ServerStatus, ageMs = 0) => nextCheckInMs({ status, ageMs, everyMs: 60_000, random: 0.5 })

test.each<[ServerStatus, number, number]>([
  ['ready', 0, 60_000],
  ['degraded', 1e9, 60_000],
  ['unreachable', 1e9, 60_000],
  ['connecting', 0, 60_000],
  ['pending', 0, 5_000],
  ['pending', 3 * 60_000, 15_000],
  ['pending', 3_600_000, 60_000],
  ['pending', 25 * 3_600_000, 600_000],
  ['host_key_changed', 0, 600_000],
])('%s after %i ms is checked again in %i ms', (status, ageMs, expected) => {
  expect(at(status, ageMs)).toBe(expected)
})

test('adds a tenth of jitter either way', () => {
  const options = { status: 'ready', ageMs: 0, everyMs: 60_000 } as const
  expect(nextCheckInMs({ ...options, random: 0 })).toBe(54_000)
  expect(nextCheckInMs({ ...options, random: 1 })).toBe(66_000)
})

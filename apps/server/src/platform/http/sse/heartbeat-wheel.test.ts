import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeartbeatWheel } from './heartbeat-wheel.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('each member beats once per turn, spread evenly, with one timer', () => {
  using wheel = new HeartbeatWheel({ turnMs: 15_000 })
  const beats = Array.from({ length: 1_500 }, () => vi.fn())
  for (const beat of beats) wheel.add({ beat })
  expect(vi.getTimerCount()).toBe(1)
  const before = () => beats.filter((beat) => beat.mock.calls.length > 0).length
  for (let second = 1; second <= 15; second += 1) {
    vi.advanceTimersByTime(1_000)
    expect(before()).toBe(second * 100)
  }
  vi.advanceTimersByTime(15_000)
  expect(beats.every((beat) => beat.mock.calls.length === 2)).toBe(true)
})

test("a member that left isn't visited again, even when it leaves during a visit", () => {
  using wheel = new HeartbeatWheel({ turnMs: 1_500 })
  const beat = vi.fn(() => leave())
  const leave = wheel.add({ beat })
  vi.advanceTimersByTime(10_000)
  expect(beat).toHaveBeenCalledOnce()
})

import { expect, test } from 'vitest'
import { burstWaitMs } from './burst-wait.policy.ts'

const nowMs = 1_000_000

test('the first push is decided at once, and so is a push after a pause', () => {
  expect(burstWaitMs({ nowMs, decidedMs: null, oldestMs: nowMs, newestMs: nowMs })).toBe(0)
  expect(burstWaitMs({ nowMs, decidedMs: nowMs - 31_000, oldestMs: nowMs, newestMs: nowMs })).toBe(0)
})

test('later pushes wait until none arrives for a moment', () => {
  const decidedMs = nowMs - 5_000
  expect(burstWaitMs({ nowMs, decidedMs, oldestMs: nowMs - 4_000, newestMs: nowMs - 1_000 })).toBe(4_000)
  expect(burstWaitMs({ nowMs, decidedMs, oldestMs: nowMs - 6_000, newestMs: nowMs - 5_000 })).toBe(0)
})

test('an endless series of pushes does not delay the decision forever', () => {
  const decidedMs = nowMs - 70_000
  expect(burstWaitMs({ nowMs, decidedMs, oldestMs: nowMs - 59_500, newestMs: nowMs })).toBe(500)
  expect(burstWaitMs({ nowMs, decidedMs, oldestMs: nowMs - 60_000, newestMs: nowMs })).toBe(0)
})

test('a burst of fifty pushes in twenty seconds is decided twice', () => {
  const pushes = Array.from({ length: 50 }, (_, index) => nowMs + index * 400)
  let decidedMs: number | null = null
  let decisions = 0
  let open: number[] = []
  for (let time = nowMs; time < nowMs + 60_000; time += 100) {
    open.push(...pushes.filter((each) => each > time - 100 && each <= time))
    const [oldestMs, newestMs] = [open[0], open.at(-1)]
    if (oldestMs === undefined || newestMs === undefined) continue
    if (burstWaitMs({ nowMs: time, decidedMs, oldestMs, newestMs }) > 0) continue
    decisions += 1
    decidedMs = time
    open = []
  }
  expect(decisions).toBe(2)
})

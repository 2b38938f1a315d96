import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { attemptWork, backoffMs } from './attempt.ts'
import { Interruption } from './live-runs.ts'

const options = { deadlineMs: 10_000, interruptedBy: [], graceMs: 10_000, onStuck: () => undefined }

it('aborts work at its deadline with that reason', async () => {
  const work = (signal: AbortSignal) => delay(60_000, undefined, { signal })
  const result = await attemptWork(work, { ...options, deadlineMs: 5 })
  expect(result).toMatchObject({ ok: false, error: { kind: 'deadline' } })
})

it('waits until aborted work has stopped', async () => {
  const stop = new AbortController()
  let hasStopped = false
  const work = async (signal: AbortSignal) => {
    await delay(60_000, undefined, { signal }).catch(() => undefined)
    await delay(20)
    hasStopped = true
    throw new Error('some other text')
  }
  const result = attemptWork(work, { ...options, interruptedBy: [stop.signal] })
  stop.abort(new Interruption('cancel'))
  expect(await result).toMatchObject({ ok: false, error: { kind: 'cancel' } })
  expect(hasStopped).toBe(true)
})

it('keeps the result of work that finished although it was aborted', async () => {
  const stop = AbortSignal.abort(new Interruption('lost'))
  expect(await attemptWork(async () => 7, { ...options, interruptedBy: [stop] })).toEqual({ ok: true, value: 7 })
})

it('reports work that ignores its signal', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = AbortSignal.abort(new Interruption('cancel'))
  const result = await attemptWork(() => promise, {
    ...options,
    interruptedBy: [stop],
    graceMs: 1,
    onStuck: () => resolve(),
  })
  expect(result.ok).toBe(true)
})

it('doubles the pause up to its maximum, with jitter', () => {
  const backoff = { initialMs: 100, maxMs: 1_000 }
  const none = () => 0
  expect([1, 2, 3, 4, 5, 50].map((attempt) => backoffMs(attempt, backoff, none))).toEqual([
    100, 200, 400, 800, 1000, 1000,
  ])
  expect(backoffMs(1, backoff, () => 0.999)).toBe(75)
})

import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inConstantTime } from './constant-time.ts'

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await inConstantTime(50, work).catch(() => undefined)
  return performance.now() - started
}

test('takes the same time for fast and slow work, and for success and failure', async () => {
  const times = await Promise.all([
    timeOf(async () => 1),
    timeOf(() => delay(20)),
    timeOf(async () => Promise.reject(new Error('no'))),
  ])
  for (const time of times) expect(time).toBeGreaterThanOrEqual(48)
})

test('rounds work beyond one quantum up to the next', async () => {
  expect(await timeOf(() => delay(60))).toBeGreaterThanOrEqual(98)
})

test('returns the result or the error of the work', async () => {
  expect(await inConstantTime(1, async () => 'x')).toBe('x')
  await expect(inConstantTime(1, async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})

import { expect, test, vi } from 'vitest'
import { isLimited, whenFree } from './connection-limit.ts'

const eventually = (expectation: () => void) => vi.waitFor(expectation, { timeout: 5_000, interval: 10 })

function follow(open: { count: number; waiting: number }) {
  const stop = new AbortController()
  const done = whenFree(
    stop.signal,
    () => {
      open.waiting += 1
    },
    async () => {
      open.count += 1
      await new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()))
      open.count -= 1
    },
  ).catch(() => undefined)
  return async () => {
    stop.abort()
    await done
  }
}

test('tabs that open at the same time hold at most three connections, and the next one follows when one closes', async () => {
  const open = { count: 0, waiting: 0 }
  const close = Array.from({ length: 9 }, () => follow(open))
  await eventually(() => expect(open).toMatchObject({ count: 3, waiting: 6 }))
  await close[0]?.()
  await close[1]?.()
  await eventually(() => expect(open.count).toBe(3))
  for (const each of close) await each()
  expect(open.count).toBe(0)
})

test('a tab that keeps waiting is not let in beside the others', { timeout: 15_000 }, async () => {
  const open = { count: 0, waiting: 0 }
  const close = Array.from({ length: 4 }, () => follow(open))
  await eventually(() => expect(open).toMatchObject({ count: 3, waiting: 1 }))
  await vi.waitFor(() => expect(open.waiting).toBeGreaterThan(1), { timeout: 10_000 })
  expect(open.count).toBe(3)
  for (const each of close) await each()
})

test.each([
  ['http/1.1', true],
  ['h2', false],
  ['h3', false],
  ['', true],
])('%s is limited: %s', (nextHopProtocol, expected) => {
  expect(isLimited({ nextHopProtocol })).toBe(expected)
})

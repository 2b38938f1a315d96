import { expect, test } from 'vitest'
import { BodyBudget } from './body-budget.ts'

test('limits each sender to its share, and all senders to the total', () => {
  const budget = new BodyBudget({ totalBytes: 30, shareBytes: 10 })
  expect(budget.take(['a'], 10)).toBe(true)
  expect(budget.take(['a'], 1)).toBe(false)
  expect(budget.take(['b', 'a'], 1)).toBe(false)
  expect(budget.heldBy('b')).toBe(0)
  expect(['b', 'c', 'd'].map((key) => budget.take([key], 10))).toEqual([true, true, false])
  budget.give(['a'], 10)
  expect(budget.take(['d'], 10)).toBe(true)
})

test('counts a body by the bytes that arrived, and releases it once', async () => {
  const budget = new BodyBudget({ totalBytes: 10, shareBytes: 10 })
  const first = budget.count(['a'], () => new Error('full'))
  first.stream.write(Buffer.alloc(6))
  const second = budget.count(['b'], () => new Error('full'))
  expect(budget.heldBy('b')).toBe(0)
  const failed = new Promise((resolve) => second.stream.once('error', resolve))
  second.stream.write(Buffer.alloc(6))
  expect(String(await failed)).toBe('Error: full')
  second.release()
  first.release()
  expect(budget.take(['c'], 10)).toBe(true)
})

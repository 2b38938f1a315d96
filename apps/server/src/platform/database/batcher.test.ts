import { expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'

const limits = { maxBatch: 3, maxWaiting: 5, onFull: () => new Error('full'), isItemError: () => false }

it('processes concurrent items together in a few batches, and returns each its own result', async () => {
  const batches: number[][] = []
  const double = createBatcher<number, number>({
    ...limits,
    async work(items) {
      batches.push([...items])
      return items.map((item) => 2 * item)
    },
  })
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8])
  expect(await double(5)).toBe(10)
  expect(batches).toEqual([[1, 2, 3], [4], [5]])
})

it('resolves no item before its work is done', async () => {
  const done = Promise.withResolvers<readonly string[]>()
  const ask = createBatcher<string, string>({ ...limits, work: () => done.promise })
  let isAnswered = false
  const answer = ask('a').finally(() => {
    isAnswered = true
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isAnswered).toBe(false)
  done.resolve(['a'])
  expect(await answer).toBe('a')
})

it('rejects every item with an error that no single item caused, and continues', async () => {
  let isDown = true
  const ask = createBatcher<string, string>({
    ...limits,
    async work(items) {
      if (isDown) throw new Error('down')
      return items
    },
  })
  const answers = await Promise.allSettled(['a', 'b'].map(ask))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isDown = false
  expect(await ask('c')).toBe('c')
})

it('retries items one at a time when one of them may have caused the error', async () => {
  const ask = createBatcher<string, string>({
    ...limits,
    isItemError: () => true,
    async work(items) {
      if (items.includes('bad')) throw new Error('bad')
      return items
    },
  })
  const answers = await Promise.allSettled(['a', 'bad', 'c'].map(ask))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('rejects items beyond the maximum queue length', async () => {
  const never = createBatcher<number, number>({ ...limits, work: () => new Promise(() => undefined) })
  const asked = [1, 2, 3, 4, 5, 6].map((item) => never(item))
  await expect(asked[5]).rejects.toThrow('full')
})

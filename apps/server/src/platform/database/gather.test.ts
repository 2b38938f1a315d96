import { expect, it } from 'vitest'
import { gather } from './gather.ts'

const limits = { most: 3, mostWaiting: 5, onFull: () => new Error('full'), isOfOne: () => false }

it('does together what comes meanwhile, a few at once, and gives each its own', async () => {
  const batches: number[][] = []
  const double = gather<number, number>({
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

it('answers nobody before the work is done', async () => {
  const done = Promise.withResolvers<readonly string[]>()
  const ask = gather<string, string>({ ...limits, work: () => done.promise })
  let isAnswered = false
  const answer = ask('a').finally(() => {
    isAnswered = true
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isAnswered).toBe(false)
  done.resolve(['a'])
  expect(await answer).toBe('a')
})

it('tells everybody of an error that nobody is to blame for, and goes on', async () => {
  let isDown = true
  const ask = gather<string, string>({
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

it('tries each by itself when one may be to blame', async () => {
  const ask = gather<string, string>({
    ...limits,
    isOfOne: () => true,
    async work(items) {
      if (items.includes('bad')) throw new Error('bad')
      return items
    },
  })
  const answers = await Promise.allSettled(['a', 'bad', 'c'].map(ask))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('takes no more than may wait', async () => {
  const never = gather<number, number>({ ...limits, work: () => new Promise(() => undefined) })
  const asked = [1, 2, 3, 4, 5, 6].map((item) => never(item))
  await expect(asked[5]).rejects.toThrow('full')
})

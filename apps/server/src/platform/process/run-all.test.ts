import { expect, test } from 'vitest'
import { runAll } from './run-all.ts'

test("a failing task doesn't stop the others, and is named", async () => {
  const done: string[] = []
  const work = runAll({
    first: async () => done.push('first'),
    broken: async () => {
      throw new Error('on purpose')
    },
    last: async () => done.push('last'),
  })
  await expect(work).rejects.toThrow('broken: on purpose')
  expect(done).toEqual(['first', 'last'])
})

test('returns the result of each task', async () => {
  expect(await runAll({ a: async () => 1, b: async () => 2 })).toEqual({ a: 1, b: 2 })
})

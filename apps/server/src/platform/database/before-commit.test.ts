import { expect, test } from 'vitest'
import { beforeCommit, withWorkBeforeCommit } from './before-commit.ts'

test('work for the end of a transaction runs after everything else, in order', async () => {
  const done: string[] = []
  const add = (name: string) => async () => void done.push(name)
  const result = await withWorkBeforeCommit({}, async (tx) => {
    beforeCommit(tx, add('first'))
    beforeCommit(tx, add('second'))
    done.push('work')
    return 'result'
  })
  expect({ result, done }).toEqual({ result: 'result', done: ['work', 'first', 'second'] })
})

test('nothing runs when the transaction fails', async () => {
  const done: string[] = []
  const work = withWorkBeforeCommit({}, async (tx) => {
    beforeCommit(tx, async () => void done.push('published'))
    throw new Error('failed')
  })
  await expect(work).rejects.toThrow('failed')
  expect(done).toEqual([])
})

test('work that would never run is refused', async () => {
  const tx = {}
  expect(() => beforeCommit(tx, async () => undefined)).toThrow('not in a transaction')
  await withWorkBeforeCommit(tx, async () => undefined)
  expect(() => beforeCommit(tx, async () => undefined)).toThrow('not in a transaction')
})

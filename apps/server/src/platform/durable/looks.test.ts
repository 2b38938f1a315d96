import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Looks } from './looks.ts'

const ignore = { onError: () => undefined }

test('there is room for so many, and again when one has ended', async () => {
  await using looks = new Looks({ atOnce: 2 })
  const first = Promise.withResolvers<void>()
  looks.begin('a', () => first.promise, ignore)
  looks.begin('b', (signal) => delay(10_000, undefined, { signal }), ignore)
  expect([looks.room, looks.keys, looks.has('a')]).toEqual([0, ['a', 'b'], true])
  first.resolve()
  await delay(1)
  expect([looks.room, looks.keys, looks.has('a')]).toEqual([1, ['b'], false])
  looks.begin('b', (signal) => delay(10_000, undefined, { signal }), ignore)
  expect(looks.keys).toEqual(['b', 'b'])
})

test('one that fails is told and leaves its place', async () => {
  await using looks = new Looks({ atOnce: 1 })
  const errors: unknown[] = []
  looks.begin('a', () => Promise.reject(new Error('no')), { onError: (error) => errors.push(error) })
  await delay(1)
  expect(errors).toMatchObject([{ message: 'no' }])
  expect(looks.room).toBe(1)
})

test('time ends one, and that is told', async () => {
  await using looks = new Looks({ atOnce: 1 })
  const { promise, resolve } = Promise.withResolvers<unknown>()
  looks.begin('a', (signal) => delay(10_000, undefined, { signal }), { onError: resolve, withinMs: 10 })
  expect(await promise).toMatchObject({ name: 'AbortError' })
})

test('at the end all are told to stop, waited for, and nothing is said of it', async () => {
  const looks = new Looks({ atOnce: 1 })
  const errors: unknown[] = []
  looks.begin('a', (signal) => delay(10_000, undefined, { signal }), { onError: (error) => errors.push(error) })
  await looks[Symbol.asyncDispose]()
  expect([errors, looks.keys]).toEqual([[], []])
})

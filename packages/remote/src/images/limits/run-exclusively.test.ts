import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runExclusively } from './run-exclusively.ts'

const never = new AbortController().signal

test('runs one after the other on one server, concurrently on two', async () => {
  const [one, other] = [{}, {}]
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    await delay(20)
    seen.push(`${name} ends`)
  }
  await Promise.all([
    runExclusively(one, work('first'), never),
    runExclusively(one, work('second'), never),
    runExclusively(other, work('elsewhere'), never),
  ])
  expect(seen.filter((each) => !each.startsWith('elsewhere'))).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
  ])
  expect(seen.indexOf('elsewhere begins')).toBeLessThan(seen.indexOf('first ends'))
})

test('a failure does not block the next one', async () => {
  const server = {}
  const failing = runExclusively(server, () => Promise.reject(new Error('no')), never)
  const next = runExclusively(server, async () => 'done', never)
  await expect(failing).rejects.toThrow('no')
  await expect(next).resolves.toBe('done')
})

test('a canceled waiter ends at once and never starts', async () => {
  const server = {}
  const first = Promise.withResolvers<void>()
  const running = runExclusively(server, () => first.promise, never)
  const giveUp = new AbortController()
  let hasBegun = false
  const waiting = runExclusively(
    server,
    async () => {
      hasBegun = true
    },
    giveUp.signal,
  )
  giveUp.abort(new Error('cancelled'))
  await expect(waiting).rejects.toThrow('cancelled')
  first.resolve()
  await running
  await runExclusively(server, async () => undefined, never)
  expect(hasBegun).toBe(false)
})

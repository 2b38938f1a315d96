import { expect, test } from 'vitest'
import { Slots } from './slots.ts'

const never = new AbortController().signal

test('never exceeds the limit, and serves in order', async () => {
  const slots = new Slots(2)
  const order: number[] = []
  let most = 0
  await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      using _slot = await slots.take(never)
      order.push(index)
      most = Math.max(most, slots.inUse)
      await new Promise((resolve) => setImmediate(resolve))
    }),
  )
  expect(most).toBe(2)
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect(slots.inUse).toBe(0)
})

test('a waiter that gives up leaves its slot to others', async () => {
  const slots = new Slots(1)
  const first = await slots.take(never)
  const controller = new AbortController()
  const second = slots.take(controller.signal)
  const third = slots.take(never)
  controller.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  ;(await third)[Symbol.dispose]()
  expect(slots.inUse).toBe(0)
})

test('a waiter that gives up at its turn passes the slot on', async () => {
  const slots = new Slots(1)
  const first = await slots.take(never)
  const controller = new AbortController()
  const second = slots.take(controller.signal)
  const third = slots.take(never)
  first[Symbol.dispose]()
  controller.abort(new Error('gone'))
  await second.then((slot) => slot[Symbol.dispose]()).catch(() => undefined)
  ;(await third)[Symbol.dispose]()
  expect(slots.inUse).toBe(0)
})

test('rejects when the queue is full', async () => {
  const slots = new Slots(1, 1)
  using _held = await slots.take(never)
  const controller = new AbortController()
  const waiting = slots.take(controller.signal)
  await expect(slots.take(never)).rejects.toThrow(RangeError)
  controller.abort(new Error('done'))
  await expect(waiting).rejects.toThrow('done')
})

test('shrinks below the number in use, never below one', async () => {
  const slots = new Slots(8)
  const held = await Promise.all([1, 2, 3].map(() => slots.take(never)))
  slots.shrink()
  for (const each of held) each[Symbol.dispose]()
  using _a = await slots.take(never)
  using _b = await slots.take(never)
  const controller = new AbortController()
  const third = slots.take(controller.signal)
  controller.abort(new Error('full'))
  await expect(third).rejects.toThrow('full')
})

import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createLog } from '../log/log.ts'
import { Loop } from './loop.ts'
import { type PollerOptions, poller } from './poller.ts'

const lines: { msg: string; loop: string; key?: string }[] = []
const log = createLog({
  level: 'debug',
  process: 'test',
  destination: { write: (line: string) => void lines.push(JSON.parse(line)) },
})
const loopOptions = { name: 'test', everyMs: 1, log, graceMs: 5 }
const hang = () => new Promise<never>(() => undefined)
const untilAborted = (signal: AbortSignal) => delay(60_000, undefined, { signal })

/** Starts a poller whose keys are always due. */
function start(options: Partial<PollerOptions<string>> & { due: readonly string[] }) {
  const given = {
    ...loopOptions,
    atOnce: 10,
    keyOf: (key: string) => key,
    visit: (_: string, signal: AbortSignal) => untilAborted(signal),
  }
  const created = poller({ ...given, takeDue: async () => options.due, ...options })
  void created.start()
  return created
}

test('abandons a round that hangs and starts the next one', async () => {
  let rounds = 0
  await using loop = new Loop({ ...loopOptions, roundMs: 5 }, async () => {
    rounds += 1
    if (rounds === 1) await hang()
  })
  await loop.start()
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(2))
  expect(loop.health).toMatchObject({ name: 'test', idleSeconds: 0, failures: 1, restarts: 1 })
  expect(lines).toContainEqual(expect.objectContaining({ loop: 'test', msg: expect.stringContaining('hung') }))
})

test('counts a failed round and starts the next one', async () => {
  let rounds = 0
  await using loop = new Loop(loopOptions, async () => {
    rounds += 1
    if (rounds < 3) throw new Error('on purpose')
  })
  await loop.start()
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(3))
  expect(loop.health).toMatchObject({ failures: 2, restarts: 0 })
})

test('limits concurrent visits and never visits a key twice at once', async () => {
  const begun: string[] = []
  const freeSlots: number[] = []
  const { promise: first, resolve } = Promise.withResolvers<void>()
  await using _ = start({
    due: ['a', 'b'],
    atOnce: 2,
    takeDue: async ({ free, keys }) => {
      freeSlots.push(free)
      return ['a', 'b', 'c'].filter((key) => key === 'a' || !keys.includes(key)).slice(0, free)
    },
    visit: async (key, signal) => {
      begun.push(key)
      await (key === 'a' && begun.length < 3 ? first : untilAborted(signal))
    },
  })
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b']))
  await delay(10)
  expect([begun, freeSlots]).toEqual([['a', 'b'], [2]])
  resolve()
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b', 'a']))
})

test('starts the next round after each success when more is due, but not after a failure', async () => {
  const visitAll = async (count: number, isBroken: boolean) => {
    const due = Array.from({ length: count }, (_, n) => String(n))
    let visits = 0
    await using _ = start({
      due,
      everyMs: 60_000,
      atOnce: 2,
      isTaken: true,
      takeDue: async ({ free }) => due.splice(0, free),
      visit: async () => {
        visits += 1
        await delay(1)
        if (isBroken) throw new Error('on purpose')
      },
    })
    await delay(100)
    return visits
  }
  expect(await visitAll(9, false)).toBe(9)
  expect(await visitAll(9, true)).toBe(2)
})

test('visits a key again after its visit ended', async () => {
  let visits = 0
  await using _ = start({
    due: ['a'],
    visit: async () => {
      visits += 1
    },
  })
  await vi.waitFor(() => expect(visits).toBeGreaterThan(2))
})

test('abandons a visit that hangs after its time limit, and counts it', async () => {
  const begun: string[] = []
  await using created = start({
    due: ['a'],
    atOnce: 1,
    visitMs: 5,
    isExpected: () => true,
    visit: async (key) => {
      begun.push(key)
      if (begun.length === 1) await hang()
    },
  })
  await vi.waitFor(() => expect(begun.length).toBeGreaterThan(1))
  expect(created.health.restarts).toBe(1)
})

test('logs a failed visit with its key, unless the failure is expected', async () => {
  lines.length = 0
  await using created = start({
    due: ['a', 'b'],
    isExpected: (error) => error instanceof RangeError,
    visit: async (key) => {
      throw key === 'a' ? new Error('no') : new RangeError('out of reach')
    },
  })
  await vi.waitFor(() => expect(created.health.failures).toBeGreaterThan(1))
  const warned = lines.filter(({ msg }) => msg.startsWith('background work failed'))
  expect(new Set(warned.map(({ key }) => key))).toEqual(new Set(['a']))
})

test('lets a round end visits', async () => {
  const ended: string[] = []
  let isDue = true
  await using _ = start({
    due: ['a'],
    takeDue: async (visits) => {
      if (!isDue) for (const key of visits.keys) visits.end(key)
      return isDue ? ['a'] : []
    },
    visit: async (key, signal) => {
      await untilAborted(signal).catch(() => ended.push(key))
    },
  })
  await delay(5)
  isDue = false
  await vi.waitFor(() => expect(ended).toEqual(['a']))
})

test('when disposed, ends visits and waits for them, logs nothing, and starts nothing', async () => {
  const steps: string[] = []
  const created = start({
    due: ['a'],
    visit: async (_, signal) => {
      steps.push('begun')
      await untilAborted(signal).finally(() => steps.push('ended'))
    },
    onStop: async () => void steps.push('stopped'),
  })
  await vi.waitFor(() => expect(steps).toEqual(['begun']))
  lines.length = 0
  await created[Symbol.asyncDispose]()
  await delay(5)
  expect([steps, lines]).toEqual([['begun', 'ended', 'stopped'], []])
})

/** Tests timing that is rare with a real database: the source responds when the test says so. */
import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { Listener } from '../database/listener.ts'
import { newId } from '../ids/type-id.ts'
import { createLog } from '../log/log.ts'
import { EventHub } from './event-hub.ts'
import type { Subscriber } from './stream-cursor.ts'
import type { StreamRow, StreamSource } from './stream-source.ts'

test("doesn't miss an event committed during the first read", async () => {
  const { hub, state, notify, stream } = await start()
  state.commit()
  const read = state.holdNextRead()
  const client = subscribe(hub, stream, 0)
  await read.begun
  state.commit()
  notify(2)
  read.release()
  await vi.waitFor(() => expect(client.ids()).toEqual([1, 2]))
})

test("doesn't miss an event committed during a later read", async () => {
  const { hub, state, notify, stream } = await start()
  const client = subscribe(hub, stream, 0)
  await vi.waitFor(() => expect(state.reads).toBe(1))
  state.commit()
  const read = state.holdNextRead()
  notify(1)
  await read.begun
  state.commit()
  notify(2)
  read.release()
  await vi.waitFor(() => expect(client.ids()).toEqual([1, 2]))
})

test('reads rows once, however many subscribers a stream has', async () => {
  const { hub, state, notify, stream } = await start()
  const clients = Array.from({ length: 500 }, () => subscribe(hub, stream, 'head'))
  await vi.waitFor(() => expect(clients.every((client) => client.ids().length === 1)).toBe(true))
  const before = state.reads
  for (let seq = 1; seq <= 20; seq += 1) {
    state.commit()
    notify(seq)
    await vi.waitFor(() => expect(clients[0]?.ids().at(-1)).toBe(seq))
  }
  expect(state.reads - before).toBeLessThanOrEqual(21)
  const [first, second] = [clients[0]?.frames.at(-1), clients[499]?.frames.at(-1)]
  expect(first).toBe(second)
})

test('reads once per stream when all clients reconnect after a restart', async () => {
  const { hub, state, stream } = await start()
  for (let n = 0; n < 1_000; n += 1) state.commit()
  const clients = Array.from({ length: 500 }, (_, n) => subscribe(hub, stream, 990 - (n % 10)))
  await vi.waitFor(() => expect(clients.every((client) => client.ids().at(-1) === 1_000)).toBe(true))
  expect(state.reads).toBeLessThanOrEqual(2)
})

test('reports a failed read to the clients, and the next client finds the stream', async () => {
  const { hub, state, stream } = await start()
  state.commit()
  state.failNextRead = true
  const client = subscribe(hub, stream, 0)
  await vi.waitFor(() => expect(client.failed).toBe('unavailable'))
  expect(hub.streamCount).toBe(0)
  const next = subscribe(hub, stream, 0)
  await vi.waitFor(() => expect(next.ids()).toEqual([1]))
})

test('a live stream survives a failed read and continues with the next poll', async () => {
  const { hub, state, notify, stream } = await start({ pollMs: 20 })
  const client = subscribe(hub, stream, 'head')
  await vi.waitFor(() => expect(client.ids()).toEqual([0]))
  state.commit()
  state.failNextRead = true
  notify(1)
  await vi.waitFor(() => expect(client.ids()).toEqual([0, 1]))
  expect(client.failed).toBeUndefined()
})

test('closes the stream when the last subscriber leaves', async () => {
  const { hub, stream, state } = await start()
  const clients = Array.from({ length: 3 }, () => subscribe(hub, stream, 'head'))
  await vi.waitFor(() => expect(clients.every((client) => client.ids().length === 1)).toBe(true))
  expect(hub.streamCount).toBe(1)
  for (const client of clients) client.close()
  expect(hub.streamCount).toBe(0)
  const before = state.reads
  const gone = subscribe(hub, stream, 'head')
  gone.close()
  await vi.waitFor(() => expect(state.reads).toBeGreaterThan(before))
  expect(gone.ids()).toEqual([])
  expect(hub.streamCount).toBe(0)
})

test('a failing subscriber ends alone, and the others miss nothing', async () => {
  const { hub, state, notify, stream } = await start()
  const broken = subscribe(hub, stream, 'head', () => {
    throw new Error('on purpose')
  })
  const client = subscribe(hub, stream, 'head')
  await vi.waitFor(() => expect(client.ids()).toEqual([0]))
  for (let seq = 1; seq <= 3; seq += 1) {
    state.commit()
    notify(seq)
  }
  await vi.waitFor(() => expect(client.ids()).toEqual([0, 1, 2, 3]))
  expect(broken.failed).toBe('internal_error')
})

test('informs a live client when retention was faster than the hub', async () => {
  const { hub, state, notify, stream } = await start()
  const client = subscribe(hub, stream, 'head')
  await vi.waitFor(() => expect(client.ids()).toEqual([0]))
  for (let n = 0; n < 5; n += 1) state.commit()
  state.rows.splice(0, 3)
  notify(5)
  await vi.waitFor(() => expect(client.ids()).toEqual([0, 3, 4, 5]))
  expect(client.frames[1]?.toString()).toContain('event: reset')
})

test('informs a client of its position even if its filter accepts nothing', async () => {
  const { hub, state, stream } = await start()
  for (let n = 0; n < 600; n += 1) state.commit()
  const client = subscribe(hub, stream, 0, () => false)
  await vi.waitFor(() => expect(client.ids()).toEqual([256, 512]))
  expect(client.frames.every((frame) => frame.includes('event: ready'))).toBe(true)
})

async function start({ pollMs = 60_000 } = {}) {
  const organizationId = newId('org')
  const key = randomUUID()
  const state = createState()
  const source: StreamSource = {
    channel: 'test',
    read: (_stream, afterSeq, limit) => state.read(afterSeq, limit),
    heads: async () => [{ key, organizationId, seq: state.rows.length, final: null }],
  }
  const handlers: ((payload: string) => void)[] = []
  const listener: Listener = {
    listen: async (_channel, handler) => {
      handlers.push(handler)
      return () => undefined
    },
    onReconnect: () => () => undefined,
    start: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  }
  const hub = new EventHub({ source, listener, pollMs, log: createLog({ level: 'silent', process: 'test' }) })
  await hub.start()
  return { hub, state, stream: { key, organizationId }, notify: (seq: number) => handlers[0]?.(`${key}:${seq}`) }
}

/** Simulates a table: a read sees what was committed when it began, and can be delayed. */
function createState() {
  const rows: StreamRow[] = []
  let held: { begun: PromiseWithResolvers<void>; released: PromiseWithResolvers<void> } | undefined
  const state = {
    rows,
    reads: 0,
    failNextRead: false,
    commit: () => void rows.push({ seq: rows.length + 1, kind: 'log', projectId: null, json: '{}' }),
    holdNextRead() {
      const hold = { begun: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() }
      held = hold
      return { begun: hold.begun.promise, release: () => hold.released.resolve() }
    },
    async read(afterSeq: number, limit: number): Promise<StreamRow[]> {
      state.reads += 1
      const snapshot = rows.filter((row) => row.seq > afterSeq).slice(0, limit)
      const hold = held
      held = undefined
      hold?.begun.resolve()
      await hold?.released.promise
      if (!state.failNextRead) return snapshot
      state.failNextRead = false
      throw new Error('on purpose')
    },
  }
  return state
}

function subscribe(
  hub: EventHub,
  stream: { key: string; organizationId: ReturnType<typeof newId<'org'>> },
  after: number | 'head',
  accepts = () => true,
) {
  const frames: Buffer[] = []
  const handlers: (() => void)[] = []
  const client = {
    frames,
    isClosed: false as boolean,
    failed: undefined as string | undefined,
    ids: () => frames.map((frame) => Number(/^id: (\d+)/.exec(frame.toString())?.[1])),
    send: (frame: Buffer): boolean => !client.isClosed && frames.push(frame) > 0,
    ready: async (): Promise<boolean> => !client.isClosed,
    end: (): void => client.close(),
    fail(problem: { code: string }): void {
      client.failed = problem.code
      client.close()
    },
    onClose: (handler: () => void) => void handlers.push(handler),
    close(): void {
      client.isClosed = true
      for (const handler of handlers.splice(0)) handler()
    },
  } satisfies Subscriber & Record<string, unknown>
  void hub.subscribe(client, { stream, after, accepts })
  return client
}

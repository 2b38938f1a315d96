import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Listener } from '../../database/listener.ts'
import { AppError } from '../../errors/app-error.ts'
import { formatRevocation, parseRevocation, type Revocation } from '../../events/revocations.ts'
import { createLog } from '../../log/log.ts'
import { type OpenStream, type StreamOwner, StreamRegistry, type StreamRegistryOptions } from './stream-registry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const [org, otherOrg, user] = [randomUUID(), randomUUID(), randomUUID()]
const everyKind: Revocation[] = [
  { sessionId: randomUUID() },
  { tokenId: randomUUID() },
  { userId: user },
  { organizationId: org, userId: user },
  { organizationId: org },
]

test.each(everyKind)('a notification %j ends the streams it names and no others', async (revocation) => {
  const { registry, notify } = await start()
  const [first, second] = [owner(), owner({ organizationId: otherOrg, userId: randomUUID() })]
  const hit = open(registry, { ...first, ...revocation })
  const miss = open(registry, second)
  notify(formatRevocation(revocation))
  expect(hit.isRevoked).toBe(true)
  expect(miss.isRevoked).toBe(false)
  expect(registry.size).toBe(1)
})

test('leaving an organization ends the streams there, not those in other organizations', async () => {
  const { registry } = await start()
  const here = open(registry, owner())
  const elsewhere = open(registry, owner({ organizationId: otherOrg }))
  const colleague = open(registry, owner({ userId: randomUUID() }))
  expect(registry.closeFor({ organizationId: org, userId: user })).toBe(1)
  expect([here, elsewhere, colleague].map((stream) => stream.isRevoked)).toEqual([true, false, false])
})

test('without a notification a stream ends within four seconds', async () => {
  const revoked = randomUUID()
  const { registry } = await start({
    isStillAllowed: async (owners) => owners.map((each) => each.sessionId !== revoked),
  })
  const hit = open(registry, owner({ sessionId: revoked }))
  const miss = open(registry, owner())
  await vi.advanceTimersByTimeAsync(4_000)
  expect([hit.isRevoked, miss.isRevoked]).toEqual([true, false])
})

test('checks owners in batches, each once however many streams it has; a missing result means no', async () => {
  const isStillAllowed = vi.fn(async (owners: readonly StreamOwner[]) => owners.slice(1).map(() => true))
  const { registry } = await start({ isStillAllowed })
  const streams = Array.from({ length: 2_500 }, () => randomUUID()).flatMap((sessionId) => [
    open(registry, owner({ sessionId })),
    open(registry, owner({ sessionId })),
  ])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(isStillAllowed.mock.calls.map(([owners]) => owners.length)).toEqual([1_000, 1_000, 500])
  expect(streams.filter((stream) => stream.isRevoked)).toHaveLength(3 * 2)
})

test('a failed check keeps the streams and is retried', async () => {
  const isStillAllowed = vi
    .fn<StreamRegistryOptions['isStillAllowed']>()
    .mockRejectedValueOnce(new Error('no database'))
  const { registry } = await start({ isStillAllowed: isStillAllowed.mockResolvedValue([false]) })
  const stream = open(registry, owner())
  await vi.advanceTimersByTimeAsync(4_000)
  expect(stream.isRevoked).toBe(false)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(stream.isRevoked).toBe(true)
})

test('refuses too many streams of a user, of an organization, or of the process before anything is sent', async () => {
  const { registry } = await start({ limits: { perUser: 2, perOrganization: 3, perProcess: 4 } })
  const first = open(registry, owner())
  open(registry, owner())
  expect(() => open(registry, owner())).toThrow(problem('too_many_streams'))
  open(registry, owner({ userId: randomUUID() }))
  expect(() => open(registry, owner({ userId: randomUUID() }))).toThrow(problem('too_many_streams'))
  open(registry, owner({ userId: randomUUID(), organizationId: otherOrg }))
  expect(() => open(registry, owner({ userId: randomUUID(), organizationId: otherOrg }))).toThrow(
    problem('unavailable'),
  )
  first.destroy()
  open(registry, owner())
  const opener = vi.fn()
  expect(() => registry.open(owner(), opener)).toThrow(AppError)
  expect(opener).not.toHaveBeenCalled()
})

test("cuts off a stream that doesn't close in time at shutdown", async () => {
  const { registry } = await start()
  const stubborn = fakeStream({ ignoresRestart: true })
  registry.open(owner(), () => stubborn)
  const stopped = registry.shutdown({ withinMs: 1_000 })
  await vi.advanceTimersByTimeAsync(1_000)
  await stopped
  expect(registry.size).toBe(0)
  expect(() => open(registry, owner())).toThrow(problem('stream_restarting'))
})

test("ignores anything that isn't a revocation", () => {
  for (const kind of everyKind) expect(parseRevocation(formatRevocation(kind))).toEqual(kind)
  for (const text of ['', 'session:', 'session:x', `nobody:${user}`, `membership:${org}`, `membership:${org}:x`]) {
    expect(parseRevocation(text)).toBeUndefined()
  }
})

async function start(options: Partial<StreamRegistryOptions> = {}) {
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
  const limits = { perUser: 10_000, perOrganization: 10_000, perProcess: 10_000 }
  const registry = new StreamRegistry({
    listener,
    limits,
    log: createLog({ level: 'silent', process: 'test' }),
    isStillAllowed: async (owners) => owners.map(() => true),
    ...options,
  })
  await registry.start()
  return { registry, notify: (payload: string) => handlers[0]?.(payload) }
}

function owner(part: Partial<StreamOwner> = {}): StreamOwner {
  return { organizationId: org, userId: user, role: 'owner', ...part }
}

function open(registry: StreamRegistry, whose: StreamOwner) {
  return registry.open(whose, () => fakeStream())
}

function fakeStream({ ignoresRestart = false } = {}) {
  const handlers: (() => void)[] = []
  const close = () => {
    for (const handler of handlers.splice(0)) handler()
  }
  const stream = {
    isRevoked: false as boolean,
    revoke() {
      stream.isRevoked = true
      close()
    },
    restart: ignoresRestart ? () => undefined : close,
    destroy: close,
    onClose: (handler: () => void) => void handlers.push(handler),
  } satisfies OpenStream & { isRevoked: boolean }
  return stream
}

function problem(code: string) {
  return expect.objectContaining({ problem: expect.objectContaining({ code }) })
}

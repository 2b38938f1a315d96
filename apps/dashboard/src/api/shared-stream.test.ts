import { describe, expect, test, vi } from 'vitest'
import { whenElected } from './leader-election.ts'
import { followShared, whenLeading } from './shared-stream.ts'

interface Event {
  event: string
  id: string | undefined
}

/** A server that streams published events, resumes after a reconnection, and counts its connections. */
function createServer() {
  const published: string[] = []
  const waiting = new Set<() => void>()
  const server = { open: 0, opened: [] as (string | undefined)[] }
  return {
    server,
    publish(id: string) {
      published.push(id)
      for (const wake of waiting) wake()
    },
    async *follow(lastId: string | undefined, signal: AbortSignal): AsyncGenerator<Event> {
      server.open += 1
      server.opened.push(lastId)
      let next = lastId === undefined ? published.length : published.indexOf(lastId) + 1
      try {
        while (!signal.aborted) {
          for (; next < published.length; next += 1) yield { event: 'changed', id: published[next] }
          await new Promise<void>((resolve) => {
            waiting.add(resolve)
            signal.addEventListener('abort', () => resolve(), { once: true })
          })
        }
        signal.throwIfAborted()
      } finally {
        server.open -= 1
      }
    },
  }
}

type Server = ReturnType<typeof createServer>

const fast = { claimMs: 30, beatMs: 40, silenceMs: 150 }
const election: typeof whenLeading = (name, signal, work) => whenElected(name, signal, work, fast)

function openTab(server: Server, name: string, exclusively: typeof whenLeading) {
  const stop = new AbortController()
  const seen: (string | undefined)[] = []
  const states: string[] = []
  const done = followShared<Event, string>({
    name,
    exclusively,
    signal: stop.signal,
    lastEventId: undefined,
    onState: (state) => void states.push(state),
    onEvent: ({ id }) => void seen.push(id),
    open: (lastId, onState, signal) => {
      onState('open')
      return server.follow(lastId, signal)
    },
  }).catch(() => undefined)
  return {
    seen,
    states,
    async close() {
      stop.abort()
      await done
    },
  }
}

const eventually = (expectation: () => void) => vi.waitFor(expectation, { timeout: 5_000, interval: 5 })

describe.each([
  ['with web locks', whenLeading],
  ['without HTTPS', election],
] as const)('%s', (way, exclusively) => {
  test('many tabs share one connection, and each sees every event once', async () => {
    const server = createServer()
    const tabs = [1, 2, 3, 4].map(() => openTab(server, `many ${way}`, exclusively))
    await eventually(() => expect(tabs.map(({ states }) => states.at(-1))).toEqual(['open', 'open', 'open', 'open']))
    for (const id of ['1', '2', '3']) server.publish(id)
    await eventually(() => expect(tabs.map(({ seen }) => seen)).toEqual(tabs.map(() => ['1', '2', '3'])))
    expect(server.server.open).toBe(1)
    for (const tab of tabs) await tab.close()
    expect(server.server.open).toBe(0)
  })

  test('when the leading tab closes, another continues after the last event without loss or repetition', async () => {
    const server = createServer()
    const first = openTab(server, `death ${way}`, exclusively)
    await eventually(() => expect(server.server.open).toBe(1))
    const others = [openTab(server, `death ${way}`, exclusively), openTab(server, `death ${way}`, exclusively)]
    await eventually(() => expect(others.map(({ states }) => states.at(-1))).toEqual(['open', 'open']))
    server.publish('1')
    await eventually(() => expect(others.map(({ seen }) => seen)).toEqual([['1'], ['1']]))
    await first.close()
    server.publish('2')
    await eventually(() =>
      expect(others.map(({ seen }) => seen)).toEqual([
        ['1', '2'],
        ['1', '2'],
      ]),
    )
    expect(server.server.opened).toEqual([undefined, '1'])
    for (const tab of others) await tab.close()
  })

  test('a tab that joins learns the state of the stream', async () => {
    const server = createServer()
    const first = openTab(server, `joins ${way}`, exclusively)
    await eventually(() => expect(server.server.open).toBe(1))
    const second = openTab(server, `joins ${way}`, exclusively)
    await eventually(() => expect(second.states).toEqual(['open']))
    expect(server.server.opened).toHaveLength(1)
    expect(first.states).toEqual(['open'])
    await second.close()
    await first.close()
  })

  test('tabs of another organization use another stream', async () => {
    const server = createServer()
    const tabs = [openTab(server, `one ${way}`, exclusively), openTab(server, `two ${way}`, exclusively)]
    await eventually(() => expect(server.server.open).toBe(2))
    for (const tab of tabs) await tab.close()
  })
})

import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import { runCommand, streamDeployment, streamEvents } from './operations.generated.ts'
import { ConnectionError } from './problem.ts'
import { cutConnection, events, frame, problem, serve, type TestServer } from './testing/serve.ts'

const place = { id: 'env_1', did: 'dep_1' }
const fast = 'retry: 5'

async function follow(server: TestServer, options: { silenceMs?: number; lastEventId?: string } = {}) {
  const client = createClient({ baseUrl: server.url, retry: { baseMs: 1 } })
  const states: string[] = []
  const found: unknown[] = []
  for await (const each of client.stream(streamDeployment, place, {
    ...options,
    onState: (state) => states.push(state),
  }))
    found.push(each.event === 'log' ? each.data : each.event)
  return { found, states }
}

test('resumes after the last event and stops at the end event', async () => {
  await using server = await serve(
    events([fast, frame('log', 'a', 1), frame('log', 'b', 2)], 'cut'),
    cutConnection,
    problem(503, 'unavailable'),
    events([frame('log', 'c', 3), frame('end', {}, 4), frame('log', 'never', 5)], 'open'),
  )
  const { found, states } = await follow(server)
  expect(found).toEqual(['a', 'b', 'c'])
  expect(server.seen.map((each) => each.headers['last-event-id'])).toEqual([undefined, '2', '2', '2'])
  expect(states.filter((each) => each === 'open')).toHaveLength(2)
})

test('reconnects if the connection closes without an end event', async () => {
  await using server = await serve(events([fast, frame('log', 'a', 1)]), events([frame('end', {}, 2)]))
  expect((await follow(server)).found).toEqual(['a'])
  expect(server.seen).toHaveLength(2)
})

test('hides events that only carry a position, but reports lost history', async () => {
  await using server = await serve(
    events([fast, frame('ready', {}, 7)], 'cut'),
    events([frame('reset', { code: 'stream_history_gone' }, 9)], 'cut'),
    events([frame('end', {})]),
  )
  expect((await follow(server, { lastEventId: '3' })).found).toEqual(['reset'])
  expect(server.seen.map((each) => each.headers['last-event-id'])).toEqual(['3', '7', '9'])
})

test('reconnects a slow reader, and fails when access ended', async () => {
  await using server = await serve(
    events([fast, frame('log', 'a', 1), frame('error', { code: 'stream_too_slow' })]),
    events([frame('error', { code: 'stream_access_ended', detail: 'Access ended.' })]),
  )
  await expect(follow(server)).rejects.toMatchObject({ code: 'stream_access_ended' })
  expect(server.seen).toHaveLength(2)
})

test('does not retry a refusal, and retries an unreachable server only a few times', async () => {
  await using server = await serve(problem(404, 'not_found'))
  await expect(follow(server)).rejects.toMatchObject({ code: 'not_found' })
  expect(server.seen).toHaveLength(1)
  await using dead = await serve(cutConnection)
  const client = createClient({ baseUrl: dead.url, retry: { retries: 1 } })
  await expect(client.stream(streamDeployment, place).next()).rejects.toThrow(ConnectionError)
  expect(dead.seen).toHaveLength(2)
})

test('leaves a silent connection', async () => {
  await using server = await serve(events([fast, frame('log', 'a', 1)], 'open'), events([frame('end', {}, 2)]))
  expect((await follow(server, { silenceMs: 50 })).found).toEqual(['a'])
})

test('does not restart an operation that runs while it is read', async () => {
  await using server = await serve(events([frame('started', {})], 'cut'))
  const client = createClient({ baseUrl: server.url })
  const stream = client.stream(runCommand, { id: 'env_1', body: { service: 'web', command: ['true'] } })
  expect(await stream.next()).toMatchObject({ value: { event: 'started' } })
  await expect(stream.next()).rejects.toThrow(ConnectionError)
  expect(server.seen).toHaveLength(1)
  expect(server.seen[0]).toMatchObject({ method: 'POST', body: '{"service":"web","command":["true"]}' })
})

test('repeats a resumable POST with the last ID', async () => {
  await using server = await serve(events([fast, frame('log', 'a', 1)], 'cut'), events([frame('end', {})]))
  const operation = { method: 'POST', path: '/x', answers: 'stream', resumes: true } as const
  const stream = createClient({ baseUrl: server.url }).stream(operation, {})
  expect(await stream.next()).toMatchObject({ value: { data: 'a' } })
  expect(await stream.next()).toMatchObject({ done: true })
  expect(server.seen.map((each) => [each.method, each.headers['last-event-id']])).toEqual([
    ['POST', undefined],
    ['POST', '1'],
  ])
})

test('closes the connection when the reader stops', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  await using server = await serve((response, request) => {
    response.once('close', resolve)
    events([frame('audit', {}, 1)], 'open')(response, request)
  })
  for await (const each of createClient({ baseUrl: server.url }).stream(streamEvents)) {
    expect(each.event).toBe('audit')
    break
  }
  await closed
})

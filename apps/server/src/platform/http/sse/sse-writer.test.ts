import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { connectSse } from '../../../testing/sse-client.ts'
import { HeartbeatWheel } from './heartbeat-wheel.ts'
import { encodeFrame } from './sse-frame.ts'
import { SseWriter, type SseWriterOptions } from './sse-writer.ts'
import { streamProblems } from './stream-problems.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

test('the response head forbids caching, buffering and sniffing, and sets the retry time', async () => {
  const { url, writers } = await serve()
  const client = await connectSse(url)
  expect(client.status).toBe(200)
  expect(client.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  })
  expect(client.headers).not.toHaveProperty('transfer-encoding')
  await vi.waitFor(() => expect(client.retriesMs).toEqual([2_000]))
  writers[0]?.end()
  await client.closed
})

test('frames arrive in order, then the end closes the stream', async () => {
  const { url, writers } = await serve()
  const client = await connectSse(url)
  for (let id = 1; id <= 200; id += 1) writers[0]?.send(encodeFrame({ id, event: 'log', data: `line ${id}` }))
  writers[0]?.end(encodeFrame({ event: 'end', data: {} }))
  await client.closed
  expect(client.messages.map((message) => message.id).slice(0, 200)).toEqual(
    Array.from({ length: 200 }, (_, n) => `${n + 1}`),
  )
  expect(client.messages.at(-1)).toMatchObject({ event: 'end', data: '{}' })
  expect(writers[0]?.send(encodeFrame({ event: 'log', data: 'late' }))).toBe(false)
})

test('takes over a hijacked Fastify reply and keeps its headers', async () => {
  const app = Fastify()
  const wheel = useWheel()
  app.get('/', (_request, reply) => {
    reply.header('x-request-id', 'r1').hijack()
    new SseWriter(reply.raw, { wheel, headers: reply.getHeaders() }).end(encodeFrame({ event: 'end', data: {} }))
  })
  stops.push(() => app.close())
  const client = await connectSse(await app.listen({ host: '127.0.0.1', port: 0 }))
  await client.closed
  expect(client.headers['x-request-id']).toBe('r1')
  expect(client.messages).toHaveLength(1)
})

test('an HTTP/1.0 proxy gets the plain body', async () => {
  const { port, writers } = await serve()
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.0\r\n\r\n')
  await vi.waitFor(() => expect(writers).toHaveLength(1))
  writers[0]?.end(encodeFrame({ id: 1, event: 'log', data: 'x' }))
  const text = (await socket.setEncoding('utf8').toArray()).join('')
  expect(text.split('\r\n\r\n')[1]).toBe('retry: 2000\n\nid: 1\nevent: log\ndata: "x"\n\n')
})

test('a quiet stream gets a heartbeat each turn of the wheel', async () => {
  const { url } = await serve({}, 60)
  const client = await connectSse(url)
  await vi.waitFor(() => expect(client.comments.length).toBeGreaterThan(3), { timeout: 2_000 })
  expect(client.messages).toEqual([])
})

test('disconnects a reader with more than 256 unsent events, with an error', async () => {
  const { url, writers } = await serve()
  const client = await connectSse(url, { isPaused: true })
  const frame = encodeFrame({ id: 1, event: 'log', data: 'x'.repeat(3_000) })
  let sent = 0
  // The kernel buffers some hundred kilobytes before anything is unsent.
  while (writers[0]?.send(frame) === true) {
    sent += 1
    if (sent % 50 === 0) await new Promise(setImmediate)
    expect(sent).toBeLessThan(5_000)
  }
  expect(writers[0]?.isClosed).toBe(true)
  expect(writers[0]?.pendingBytes).toBeLessThan(1024 * 1024 + 10_000)
  client.resume()
  await client.closed
  expect(client.messages).toHaveLength(sent + 1)
  expect(JSON.parse(client.messages.at(-1)?.data ?? '')).toMatchObject({ code: 'stream_too_slow' })
})

test('disconnects a reader with more than a megabyte unsent', async () => {
  const { url, writers } = await serve({ closeWithinMs: 50 })
  const client = await connectSse(url, { isPaused: true })
  const frame = encodeFrame({ id: 1, event: 'log', data: 'x'.repeat(64 * 1024) })
  for (let n = 0; writers[0]?.send(frame) === true; n += 1) {
    expect(n).toBeLessThan(200)
    await new Promise(setImmediate)
  }
  expect(writers[0]?.pendingBytes).toBeLessThan(1.2 * 1024 * 1024)
  // The client never reads, so the socket is destroyed after the close timeout.
  const closed = vi.fn()
  writers[0]?.onClose(closed)
  await vi.waitFor(() => expect(closed).toHaveBeenCalled(), { timeout: 2_000 })
  client[Symbol.dispose]()
})

test('drops a reader that makes no progress for a turn of the wheel', async () => {
  const { url, writers } = await serve({}, 100)
  const client = await connectSse(url, { isPaused: true })
  await fillSocket(writers[0])
  const closed = vi.fn()
  writers[0]?.onClose(closed)
  await vi.waitFor(() => expect(closed).toHaveBeenCalled(), { timeout: 2_000 })
  client[Symbol.dispose]()
})

test('a replay waits for its reader instead of dropping it', async () => {
  const { url, writers } = await serve()
  const client = await connectSse(url, { isPaused: true })
  await fillSocket(writers[0])
  let isReady: boolean | undefined
  void writers[0]?.ready().then((answer) => {
    isReady = answer
  })
  await new Promise(setImmediate)
  expect(isReady).toBeUndefined()
  client.resume()
  await vi.waitFor(() => expect(isReady).toBe(true))
})

test('unsent frames are discarded when access ends', async () => {
  const { url, writers } = await serve()
  const client = await connectSse(url, { isPaused: true })
  const sent = await fillSocket(writers[0])
  writers[0]?.revoke(streamProblems.stream_access_ended)
  client.resume()
  await client.closed
  expect(client.messages.length).toBeLessThan(sent)
  expect(client.messages.every((message) => message.event === 'log')).toBe(true)
})

test('a reader without unsent frames learns why its access ended', async () => {
  const { url, writers } = await serve()
  const client = await connectSse(url)
  await vi.waitFor(() => expect(writers[0]?.pendingBytes).toBe(0))
  writers[0]?.revoke(streamProblems.stream_access_ended)
  await client.closed
  expect(client.messages).toHaveLength(1)
  expect(client.messages[0]?.event).toBe('error')
  expect(JSON.parse(client.messages[0]?.data ?? '')).toMatchObject({ code: 'stream_access_ended', hint: /./ })
})

test('a signal ends the stream, and a leaving client runs the close handlers', async () => {
  const stop = new AbortController()
  const { url, writers } = await serve({ signal: stop.signal })
  const first = await connectSse(url)
  const closed = vi.fn()
  writers[0]?.onClose(closed)
  first[Symbol.dispose]()
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce())
  const second = await connectSse(url)
  stop.abort()
  await second.closed
})

async function serve(options: Partial<SseWriterOptions> = {}, turnMs = 15_000) {
  const wheel = useWheel(turnMs)
  const writers: SseWriter[] = []
  const server: Server = createServer((_request, response: ServerResponse) => {
    writers.push(new SseWriter(response, { wheel, ...options }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, port, writers }
}

function useWheel(turnMs = 15_000): HeartbeatWheel {
  const wheel = new HeartbeatWheel({ turnMs })
  stops.push(() => wheel[Symbol.dispose]())
  return wheel
}

/** Sends until the kernel buffer is full and some frames stay unsent. */
async function fillSocket(writer: SseWriter | undefined): Promise<number> {
  const frame = encodeFrame({ id: 1, event: 'log', data: 'x'.repeat(32 * 1024) })
  let sent = 0
  while ((writer?.pendingBytes ?? 0) < 400 * 1024) {
    expect(writer?.send(frame)).toBe(true)
    sent += 1
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
  }
  return sent
}

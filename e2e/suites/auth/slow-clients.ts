/** M47, V52: clients that send slowly, flood or send too much cost little and don't affect others. */
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type AuthContext, bySize, race, seedSession } from '../../support/auth/auth-context.ts'
import { call } from '../../support/client.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { percentile } from '../../support/report.ts'

export async function proveSlowClients(context: AuthContext): Promise<void> {
  await headers(context)
  await floods(context)
  await dripping(context)
}

async function headers({ instance, report }: AuthContext): Promise<void> {
  const request = (bytes: number) =>
    `GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-big: ${'a'.repeat(bytes)}\r\n\r\n`
  const large = await rawRequest(instance.url, request(17_000))
  report.expect(large.status === 431 && large.text.includes('headers_too_large'), `headers of 17 kB: ${large.status}`)
  const fine = await rawRequest(instance.url, request(12_000))
  report.expect(fine.status === 200, `headers of 12 kB: ${fine.status}`)
  const many = Array.from({ length: 3_000 }, (_, index) => `x-${index}: 1`).join('\r\n')
  const lines = await rawRequest(
    instance.url,
    `GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${many}\r\n\r\n`,
  )
  report.expect(lines.status === 431, `3,000 header lines: ${lines.status}`)
}

/** Endless bodies are refused early, and memory usage doesn't grow. */
async function floods(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const megabytes = bySize(200, 2_000)
  const before = instance.api.memory().rss
  let peak = before
  const stop = new AbortController()
  const watch = (async () => {
    for (; !stop.signal.aborted; await delay(20)) peak = Math.max(peak, instance.api.memory().rss)
  })()
  const cases: [string, string, number[]][] = [
    ['/api/v1/organizations', 'transfer-encoding: chunked', [401]], ['/api/v1/auth/login', 'transfer-encoding: chunked', [413]], ['/api/v1/auth/login', `content-length: ${megabytes * 1e6}`, [413]],
    ['/api/v1/organizations', `content-length: ${megabytes * 1e6}`, [401]],
  ] // biome-ignore format: a table
  for (const [path, framing, expected] of cases) {
    const { status, sent } = await flood(instance.url, { path, framing, megabytes })
    report.expect(expected.includes(status), `${megabytes} MB to ${path} (${framing}): ${status}`)
    report.expect(sent < 16, `${sent} MB were taken from ${path} (${framing})`)
  }
  stop.abort()
  await watch
  // An honest client that sends a large body without a valid token gets its response.
  const big = JSON.stringify({ name: 'a'.repeat(900_000) })
  const honest = await race(20, () =>
    call(instance, 'POST', '/api/v1/organizations', { rawBody: big }).catch(() => null),
  )
  const answered = honest.filter((answer) => answer?.status === 401).length
  report.expect(answered === 20, `only ${answered} of 20 large requests without a token got their 401`)
  const delta = Math.round((peak - before) / 1e6)
  report.figure('flood_rss_delta_mb', delta)
  report.expect(delta < 20, `memory grew by ${delta} MB`)
}

/**
 * Sends until the server responds and closes, or everything is sent. Returns the response and how many bytes the server
 * read.
 */
async function flood(
  url: string,
  options: { path: string; framing: string; megabytes: number },
): Promise<{ status: number; sent: number }> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  const chunk = Buffer.alloc(1 << 20, 'a')
  const isChunked = options.framing.startsWith('transfer')
  const frame = isChunked
    ? Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')])
    : chunk
  let text = ''
  socket.on('data', (data) => {
    text += data.toString('utf8')
  })
  const closed = new Promise<void>((resolve) => {
    socket.once('error', () => resolve())
    socket.once('close', () => resolve())
  })
  socket.write(
    `POST ${options.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${options.framing}\r\n\r\n`,
  )
  let sent = 0
  while (sent < options.megabytes && !socket.destroyed) {
    const written = new Promise<boolean>((resolve) => socket.write(frame, (error) => resolve(!error)))
    const taken = await Promise.race([written, closed.then(() => false), delay(8_000, false)])
    if (!taken) break
    sent += 1
  }
  await Promise.race([closed, delay(1_000)])
  socket.destroy()
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), sent }
}

/** Connections that send a header line now and then and never finish, while a real client keeps working. */
async function dripping(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const session = await seedSession(context, 'slow')
  const sockets: Socket[] = []
  let closed = 0
  const count = bySize(200, 1_000)
  const { hostname, port } = new URL(instance.url)
  for (let index = 0; index < count; index += 1) {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      closed += 1
    })
    socket.resume()
    // Half of them send headers slowly, half a body.
    socket.write(
      index % 2 === 0
        ? 'GET /health/live HTTP/1.1\r\nhost: x\r\n'
        : 'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
    )
    sockets.push(socket)
  }
  const drip = setInterval(() => {
    for (const [index, socket] of sockets.entries())
      if (socket.writable) socket.write(index % 2 === 0 ? 'x-a: b\r\n' : ' ')
  }, 1_000)
  const times: number[] = []
  for (const deadline = Date.now() + bySize(4_000, 45_000); Date.now() < deadline; await delay(20)) {
    const started = performance.now()
    const answer = await call(instance, 'GET', '/api/v1/auth/me', { token: session.token })
    times.push(answer.status === 200 ? performance.now() - started : Number.POSITIVE_INFINITY)
  }
  clearInterval(drip)
  const p99 = percentile(times, 0.99)
  report.figure('slowloris', count)
  report.figure('slowloris_p99_ms', Math.round(p99))
  report.expectTime(p99 < 1_000, `another client during ${count} slow ones: p99 ${Math.round(p99)} ms`)
  if (bySize(0, 1) === 1)
    report.expect(closed >= count * 0.99, `only ${closed} of ${count} slow connections were closed within 45 s`)
  for (const socket of sockets) socket.destroy()
}

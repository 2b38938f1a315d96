/**
 * Stands between the browser and the api. It counts the open streams, can stop a token refresh at any moment, and plays the log of an
 * environment, which has no server here.
 */
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { newAddress } from '../../support/client.ts'

const lineMs = 1_000

/** Where the next refresh stops: before the api gets it, or before the browser gets the response. */
export type RefreshMoment = 'request' | 'response'

export interface HeldRefresh {
  /** Resolves when the refresh is there. */
  readonly reached: Promise<void>
  release(): void
  /** The api never gets the request, or the browser never gets the response. */
  drop(): void
}

export interface StreamCounts {
  events: number
  maxEvents: number
  logs: number
}

export interface Relay extends AsyncDisposable {
  readonly port: number
  readonly streams: StreamCounts
  holdRefresh(moment: RefreshMoment): HeldRefresh
}

interface Hold {
  moment: RefreshMoment
  reach(): void
  mayContinue: Promise<boolean>
}

export async function startRelay(port: number, apiPort: number): Promise<Relay> {
  const streams: StreamCounts = { events: 0, maxEvents: 0, logs: 0 }
  const agent = new Agent({ keepAlive: true })
  let hold: Hold | undefined
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://relay')
    if (pathname === '/api/v1/events') countEvents(streams, response)
    if (/^\/api\/v1\/environments\/\w+\/logs$/.test(pathname)) return sendLines(response)
    if (pathname.endsWith('/logs/follow')) return followLines(streams, response)
    const held = pathname === '/api/v1/auth/refresh' ? hold : undefined
    if (held !== undefined) hold = undefined
    const body = await readAll(request)
    if (held?.moment === 'request' && !(await waitAt(held))) return response.destroy()
    const answer = await forward({ agent, apiPort, request, body, until: response })
    if (held?.moment === 'response' && !(await waitAt(held))) return response.destroy()
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  }
  const server = createServer((request, response) => {
    // Without a listener, a browser that closes the connection ends this process.
    response.on('error', () => undefined)
    pass(request, response).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port,
    streams,
    holdRefresh(moment) {
      const reached = Promise.withResolvers<void>()
      const going = Promise.withResolvers<boolean>()
      hold = { moment, reach: reached.resolve, mayContinue: going.promise }
      return { reached: reached.promise, release: () => going.resolve(true), drop: () => going.resolve(false) }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
}

async function waitAt({ reach, mayContinue }: Hold): Promise<boolean> {
  reach()
  return await mayContinue
}

function countEvents(streams: StreamCounts, response: ServerResponse): void {
  streams.events += 1
  streams.maxEvents = Math.max(streams.maxEvents, streams.events)
  response.once('close', () => {
    streams.events -= 1
  })
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

interface Forwarding {
  agent: Agent
  apiPort: number
  request: IncomingMessage
  body: Buffer
  until: ServerResponse
}

async function forward({ agent, apiPort, request, body, until }: Forwarding): Promise<IncomingMessage> {
  const { url: path = '/', method = 'GET', headers } = request
  // The api limits the requests of an IP address.
  const own = { ...headers, 'x-forwarded-for': newAddress() }
  const outgoing = send({ host: '127.0.0.1', port: apiPort, agent, path, method, headers: own })
  const isRefresh = path === '/api/v1/auth/refresh'
  // A refresh that the api got isn't taken back when the page goes.
  if (!isRefresh) until.once('close', () => outgoing.destroy())
  outgoing.end(body)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  outgoing.once('response', resolve)
  outgoing.once('error', reject)
  return await promise
}

function line(index: number) {
  return {
    at: new Date().toISOString(),
    service: 'web',
    container: 'web-1',
    deploymentId: null,
    stream: 'stdout',
    text: `line ${index}`,
  }
}

function sendLines(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ items: [line(0)], nextCursor: null }))
}

function followLines(streams: StreamCounts, response: ServerResponse): void {
  streams.logs += 1
  let count = 0
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  const timer = setInterval(() => {
    count += 1
    const data = { service: 'web', container: 'web-1', deploymentId: null, lines: [line(count)] }
    response.write(`event: lines\nid: ${count}\ndata: ${JSON.stringify(data)}\n\n`)
  }, lineMs)
  response.flushHeaders()
  response.once('close', () => {
    clearInterval(timer)
    streams.logs -= 1
  })
}

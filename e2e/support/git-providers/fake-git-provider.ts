/** An HTTP server of a fake Git provider that can be made to misbehave. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export interface Asked {
  method: string
  /** Decoded segments after the prefix of the API. */
  segments: string[]
  query: URLSearchParams
  headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: a pretended forge believes what it is sent
  body: any
  /** The base URL of the API for the client. */
  apiUrl: string
}

export interface Answered {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

export type Dialect = (asked: Asked) => Answered

/** Replaces the dialect's response. */
export interface Fault {
  status?: number
  headers?: Record<string, string>
  /** Sent unchanged. */
  text?: string
  /** Number of zero bytes to stream. */
  bytes?: number
  delayMs?: number
}

export interface FakeGitProvider extends AsyncDisposable {
  readonly url: string
  /** Every request so far, as `METHOD path`. */
  readonly requests: string[]
  /** Null if it behaves. */
  fault: ((path: string) => Fault | null) | null
}

export async function startFakeGitProvider(prefix: string, dialect: Dialect): Promise<FakeGitProvider> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const { port }: AddressInfo = address
  const gitProvider: FakeGitProvider = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    fault: null,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    gitProvider.requests.push(`${request.method} ${path}`)
    const body = await readBody(request)
    const fault = gitProvider.fault?.(path) ?? null
    if (fault !== null) {
      await misbehave(response, fault)
      return
    }
    const url = new URL(path, gitProvider.url)
    const rest = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length + 1) : null
    const asked = { method: request.method ?? '', query: url.searchParams, headers: request.headers, body }
    const said =
      rest === null
        ? { status: 404, body: {} }
        : dialect({
            ...asked,
            segments: rest.split('/').map(decodeURIComponent),
            apiUrl: `${gitProvider.url}${prefix}`,
          })
    response.writeHead(said.status, { 'content-type': 'application/json', ...said.headers })
    response.end(said.body === undefined ? '' : JSON.stringify(said.body))
  }
  return gitProvider
}

async function misbehave(response: ServerResponse, fault: Fault): Promise<void> {
  if (fault.delayMs !== undefined) await delay(fault.delayMs, undefined, { ref: false })
  response.writeHead(fault.status ?? 200, { 'content-type': 'application/json', ...fault.headers })
  const chunk = Buffer.alloc(65_536, '0')
  for (let sent = 0; sent < (fault.bytes ?? 0) && !response.destroyed; sent += chunk.length) {
    // A client that has read enough disconnects.
    if (!response.write(chunk)) await once(response, 'drain').catch(() => undefined)
  }
  response.end(fault.text ?? '')
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? undefined : JSON.parse(text)
}

/** A local server with one handler per request. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export type Handler = (response: ServerResponse, request: ReceivedRequest) => void

export interface TestServer extends AsyncDisposable {
  readonly url: string
  readonly seen: ReceivedRequest[]
}

/** The last handler also handles all further requests. */
export async function serve(...handlers: Handler[]): Promise<TestServer> {
  const seen: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const entry = { method, url, headers, body: await text(request) }
    seen.push(entry)
    handlers[Math.min(seen.length, handlers.length) - 1]?.(response, entry)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Handler {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

export function problem(status: number, code: string, headers: Record<string, string> = {}): Handler {
  const body = { type: `/problems/${code}`, title: 'T', status, detail: `D ${code}`, code, hint: 'H', traceId: 't1' }
  return json(status, body, headers)
}

/** Closes the connection without a response. */
export const cutConnection: Handler = (response) => void response.socket?.resetAndDestroy()

/** Sends these frames. Then `cut` breaks the connection, and `open` leaves it open. */
export function events(frames: string[], then: 'end' | 'cut' | 'open' = 'end'): Handler {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(frames.map((frame) => `${frame}\n\n`).join(''), () => {
      if (then === 'end') response.end()
      if (then === 'cut') response.socket?.destroy()
    })
  }
}

export function frame(event: string, data: unknown, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}`
}

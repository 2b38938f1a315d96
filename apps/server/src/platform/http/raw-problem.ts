/** Responds to requests that never reach a hook, with the same headers and body as any other problem. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, notFound } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import { canTakeLonger } from './long-body.ts'
import { problemBody } from './problem-body.ts'
import { commonHeaders } from './security-headers.ts'

/** Responds to requests that Node rejects before Fastify sees them. */
export function respondToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  // Node reports it once for each request.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && canTakeLonger(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, problem] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? (['431 Request Header Fields Too Large', platformProblems.headers_too_large] as const)
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? (['408 Request Timeout', platformProblems.malformed_request] as const)
        : (['400 Bad Request', platformProblems.malformed_request] as const)
  const { headers, body } = rawProblem(new AppError(problem))
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
}

/** The router couldn't decode the URL; no hook has run. */
export function writeRawProblem(_request: IncomingMessage, response: ServerResponse): void {
  const { headers, body } = rawProblem(notFound())
  response.writeHead(404, headers)
  response.end(body)
}

function rawProblem(error: AppError): { headers: Record<string, string>; body: string } {
  const requestId = newRequestId()
  const body = JSON.stringify(problemBody(error, '/', requestId))
  return {
    headers: {
      ...commonHeaders(requestId),
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
    },
    body,
  }
}

export function newRequestId(): string {
  // Node creates uuids from a pool of random bytes, which is several times faster than requesting 16 bytes each time.
  return randomUUID().replaceAll('-', '')
}

/**
 * A stream server on a bare HTTP server, for stream tests without accounts and permissions. The query string identifies
 * the caller: `/events?org=…&kinds=a,b`, `/runs?run=…&org=…`, and `session`, `user`.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from '../platform/database/database.ts'
import { createListener, type Listener } from '../platform/database/listener.ts'
import { AppError } from '../platform/errors/app-error.ts'
import { parseLastEventId } from '../platform/http/sse/sse-frame.ts'
import { type FollowOptions, StreamServer, type StreamServerOptions } from '../platform/http/sse/stream-server.ts'
import { brandId } from '../platform/ids/brand.ts'
import { createLog } from '../platform/log/log.ts'

export interface StreamHarness extends AsyncDisposable {
  readonly url: string
  readonly streams: StreamServer
}

export async function startStreamHarness(
  { database, url }: { database: Database; url: string },
  options: Partial<StreamServerOptions> & { port?: number; wrapListener?: (listener: Listener) => Listener } = {},
): Promise<StreamHarness> {
  const log = createLog({ level: 'silent', process: 'test' })
  const connection = createListener({ url, applicationName: 'stream-harness', log })
  await connection.start()
  const listener = options.wrapListener?.(connection) ?? connection
  const isStillAllowed: StreamServerOptions['isStillAllowed'] = async (owners) => owners.map(() => true)
  const streams = new StreamServer({ database, listener, log, isStillAllowed, ...options })
  await streams.start()
  const server = createServer((request, response) => {
    const lastEventId = parseLastEventId(request.headers['last-event-id']?.toString())
    try {
      streams.follow(response, readRequest(new URL(request.url ?? '/', 'http://harness'), lastEventId))
    } catch (error) {
      response.writeHead(error instanceof AppError ? error.problem.status : 500).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    streams,
    async [Symbol.asyncDispose]() {
      await streams[Symbol.asyncDispose]()
      await connection[Symbol.asyncDispose]()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function readRequest(target: URL, lastEventId: number | undefined): FollowOptions {
  const value = (name: string) => target.searchParams.get(name) ?? undefined
  const organizationId = brandId<'org'>(value('org') ?? '')
  const sessionId = value('session')
  const kinds = value('kinds')?.split(',')
  const run = value('run')
  return {
    owner: {
      organizationId,
      userId: value('user') ?? 'nobody',
      role: 'owner',
      ...(sessionId === undefined ? {} : { sessionId }),
    },
    ...(run === undefined
      ? { of: 'events', stream: { key: organizationId, organizationId }, after: lastEventId ?? 'head' }
      : { of: 'runs', stream: { key: run, organizationId }, after: lastEventId ?? 0 }),
    ...(kinds === undefined ? {} : { accepts: (event) => kinds.includes(event.kind) }),
  }
}

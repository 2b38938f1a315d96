import { eventStreamOf, problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { sendStream } from '../../platform/http/sse/follow-stream.ts'
import type { StreamServer } from '../../platform/http/sse/stream-server.ts'
import { ConnectionTestResult, ConnectionTestStage, TestConnectionBody } from './test-connection.schemas.ts'
import type { ConnectionTestsService } from './test-connection.service.ts'

export function registerConnectionTestRoutes(
  app: HttpServer,
  options: { tests: ConnectionTestsService; streams: StreamServer },
): void {
  app.post(
    '/servers/test-connection',
    {
      config: { permission: 'servers:write', scope: 'organization', stream: 'once' },
      schema: {
        operationId: 'testConnection',
        tags: ['servers'],
        summary: 'Test the connection to a server',
        description:
          'Tests step by step whether Longshore can use a server, before or after you register it. Sends Server-Sent Events: `stage` when a stage starts and ends, then `result`, then `end`. It works with plain `curl -N`, and closing the connection ends the test. Nothing is stored, but the audit log records who tested which host and port. Each person can run 10 tests per minute.',
        body: TestConnectionBody,
        response: {
          200: eventStreamOf({ stage: ConnectionTestStage, result: ConnectionTestResult }),
          ...problems(504),
        },
      },
    },
    async (request, reply) => {
      const left = new AbortController()
      // Always fires: when the client leaves, and when everything is sent.
      reply.raw.once('close', () => left.abort())
      const events = await options.tests.begin(request.actor, request.body, left.signal)
      sendStream(request, reply, options.streams, events)
    },
  )
}

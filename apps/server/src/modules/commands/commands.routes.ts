import { z } from 'zod'
import { eventStreamOf, problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { sendStream } from '../../platform/http/sse/follow-stream.ts'
import type { StreamServer } from '../../platform/http/sse/stream-server.ts'
import { idOf } from '../../platform/ids/type-id.schemas.ts'
import { CommandEnded, CommandOutput, CommandStarted, RunCommandBody } from './commands.schemas.ts'
import type { CommandsService } from './commands.service.ts'

export function registerCommandRoutes(
  app: HttpServer,
  { commands, streams }: { commands: CommandsService; streams: StreamServer },
): void {
  app.post(
    '/environments/:id/run',
    {
      config: { permission: 'commands:run', scope: 'environment:id', stream: 'once' },
      schema: {
        operationId: 'runCommand',
        tags: ['environments'],
        summary: 'Run a one-off command',
        description:
          'Runs a command in a new container with the image, variables, volumes, and limits that the service has in the live release. The response streams Server-Sent Events: `started`, `output` with secrets masked, `exit`, and `end`. The command stops if you disconnect, at its time limit, after 20 MB of output, or when your session or token ends. The audit log records who ran what.',
        params: z.strictObject({ id: idOf('env').describe('Environment to run the command in. It must be live.') }),
        body: RunCommandBody,
        response: {
          200: eventStreamOf({ started: CommandStarted, output: CommandOutput, exit: CommandEnded }),
          ...problems(409, 502, 504),
        },
      },
    },
    async (request, reply) => {
      const left = new AbortController()
      // This event always fires: when the client leaves, when access ends, and when everything is sent.
      reply.raw.once('close', () => left.abort())
      const events = await commands.run(request.actor, request.params.id, { body: request.body, signal: left.signal })
      sendStream(request, reply, streams, events)
    },
  )
}

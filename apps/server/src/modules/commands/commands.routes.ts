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
        summary: 'Run a command in a container of its own',
        description:
          'Server-Sent Events: `started`, then `output` with every secret of the environment masked, then `exit`, then `end`. The container has the image, variables, volumes and limits of the service in the live release, beside those that serve. Leaving ends the command, and so do its time limit, too much output and the end of the session or token. A restart of the worker does not: the stream continues with the next line. The audit log keeps who ran what.',
        params: z.strictObject({ id: idOf('env') }),
        body: RunCommandBody,
        response: {
          200: eventStreamOf({ started: CommandStarted, output: CommandOutput, exit: CommandEnded }),
          ...problems(409, 502, 504),
        },
      },
    },
    async (request, reply) => {
      const left = new AbortController()
      // Comes in any case: when the client leaves, when access ends, and when all is sent.
      reply.raw.once('close', () => left.abort())
      const events = await commands.run(request.actor, request.params.id, { body: request.body, signal: left.signal })
      sendStream(request, reply, streams, events)
    },
  )
}

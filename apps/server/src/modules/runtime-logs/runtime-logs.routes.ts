import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { eventStreamOf } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { followStream, resumePoint } from '../../platform/http/sse/follow-stream.ts'
import { StreamQuery } from '../../platform/http/sse/stream-query.schemas.ts'
import type { StreamServer } from '../../platform/http/sse/stream-server.ts'
import { EnvironmentParams } from '../environments/environments.schemas.ts'
import {
  ContainerEventPage,
  ContainerEventQuery,
  DownloadQuery,
  FollowFilter,
  RuntimeLines,
  RuntimeLogPage,
  RuntimeLogQuery,
} from './runtime-logs.schemas.ts'
import type { RuntimeLogsService } from './runtime-logs.service.ts'

const tags = ['environments']
const config = { permission: 'environments:read', scope: 'environment:id' } as const

export function registerRuntimeLogRoutes(
  app: HttpServer,
  { logs, streams }: { logs: RuntimeLogsService; streams: StreamServer },
): void {
  app.get(
    '/environments/:id/logs',
    {
      config,
      schema: {
        operationId: 'readRuntimeLog',
        tags,
        summary: 'Read the runtime log',
        description:
          'Returns the log lines of an environment’s containers, newest first unless you set `order`, including containers that no longer exist. Secrets of the environment are masked. Deployments and container events appear between the lines. The oldest lines are deleted when the log exceeds its size limit.',
        params: EnvironmentParams,
        querystring: RuntimeLogQuery,
        response: { 200: RuntimeLogPage },
      },
    },
    async (request) => await logs.list(request.actor, request.params.id, request.query),
  )
  app.get(
    '/environments/:id/logs/download',
    {
      config,
      schema: {
        operationId: 'downloadRuntimeLog',
        tags,
        summary: 'Download the runtime log',
        description:
          'Returns the log as a text file, oldest line first. Each line starts with its time, its service, and its stream.',
        params: EnvironmentParams,
        querystring: DownloadQuery,
        response: { 200: { content: { 'text/plain': { schema: z.string() } } } },
      },
    },
    async (request, reply) => {
      const text = await logs.download(request.actor, request.params.id, request.query)
      return await sendText(reply, text)
    },
  )
  registerFollow(app, logs, streams)
  registerEvents(app, logs)
}

/** Streams the text at the pace of the reader. */
function sendText(reply: FastifyReply, text: AsyncIterable<string>): FastifyReply {
  return reply
    .header('content-type', 'text/plain; charset=utf-8')
    .header('content-disposition', 'attachment; filename="runtime.log"')
    .send(Readable.from(text))
}

function registerFollow(app: HttpServer, logs: RuntimeLogsService, streams: StreamServer): void {
  app.get(
    '/environments/:id/logs/follow',
    {
      config: { ...config, stream: true },
      schema: {
        operationId: 'followRuntimeLog',
        tags,
        summary: 'Follow the runtime log',
        description:
          'Sends Server-Sent Events: `lines` with new lines of one container. It starts with new lines only, or at `since`. If you read too slowly, the connection is closed; reconnect with `Last-Event-ID` to continue without a gap.',
        params: EnvironmentParams,
        querystring: StreamQuery.extend(FollowFilter),
        response: { 200: eventStreamOf({ lines: RuntimeLines }) },
      },
    },
    async (request, reply) => {
      const { service, since } = request.query
      const { id } = request.params
      const begin = await logs.begin(request.actor, id, since)
      await followStream(request, reply, streams, {
        of: 'runtime-logs',
        stream: { key: id, organizationId: request.actor.organizationId },
        after: resumePoint(request, request.query) ?? begin,
        ...(service === undefined ? {} : { accepts: ({ subject }) => subject === null || subject === service }),
      })
    },
  )
}

function registerEvents(app: HttpServer, logs: RuntimeLogsService): void {
  app.get(
    '/environments/:id/container-events',
    {
      config,
      schema: {
        operationId: 'listContainerEvents',
        tags,
        summary: 'List container events',
        description:
          'Returns starts, exits with their exit codes, out-of-memory kills, and results of the health checks of images, newest first. Use it to find out why an app restarts.',
        params: EnvironmentParams,
        querystring: ContainerEventQuery,
        response: { 200: ContainerEventPage },
      },
    },
    async (request) => await logs.events(request.actor, request.params.id, request.query),
  )
}

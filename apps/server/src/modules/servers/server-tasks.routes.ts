import type { FastifyReply } from 'fastify'
import { eventStreamOf, problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { followRun } from '../../platform/http/sse/follow-stream.ts'
import { RunOutput, RunStep } from '../../platform/http/sse/stream-events.schemas.ts'
import { StreamQuery } from '../../platform/http/sse/stream-query.schemas.ts'
import type { StreamServer } from '../../platform/http/sse/stream-server.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { pageOf } from '../../platform/pagination/page.schemas.ts'
import { CleanupBody, RotateKeyBody, ServerTask, ServerTaskParams, ServerTasksQuery } from './server-tasks.schemas.ts'
import type { ServerTasksService } from './server-tasks.service.ts'
import { ServerParams } from './servers.schemas.ts'

const tags = ['servers']
const location = '/api/v1/servers/{serverId}/tasks/{id}'
const config = { permission: 'servers:write', scope: 'organization', idempotent: true, location } as const
const response = { 202: ServerTask, ...problems(409) }

export function registerServerTaskRoutes(
  app: HttpServer,
  { tasks, streams }: { tasks: ServerTasksService; streams: StreamServer },
): void {
  registerReading(app, tasks)
  registerStream(app, tasks, streams)
  app.post(
    '/servers/:id/check',
    {
      config,
      schema: {
        operationId: 'checkServer',
        tags,
        summary: 'Check a server',
        description:
          'Connects now instead of waiting for the next automatic check, reads the hardware again, and updates the status. Follow the returned task to see the result.',
        params: ServerParams,
        response,
      },
    },
    async (request, reply) => accepted(reply, await tasks.check(request.actor, request.params.id)),
  )
  app.post(
    '/servers/:id/rotate-key',
    {
      config,
      schema: {
        operationId: 'rotateServerKey',
        tags,
        summary: 'Rotate the SSH key of a server',
        description:
          'Generates a new Ed25519 key, installs it with the old one, and proves with a separate login that it works. Only then the old key is removed. Follow the returned task to see the result.',
        params: ServerParams,
        body: RotateKeyBody,
        response,
      },
    },
    async (request, reply) => accepted(reply, await tasks.rotateKey(request.actor, request.params.id, request.body)),
  )
  app.post(
    '/servers/:id/cleanup',
    {
      config,
      schema: {
        operationId: 'cleanUpServer',
        tags,
        summary: 'Clean up a server',
        description:
          'Removes Docker objects that belong to this instance and are not in use. Nothing of other programs is touched. By default it only lists what it would remove; the finished task has the list with sizes.',
        params: ServerParams,
        body: CleanupBody,
        response,
      },
    },
    async (request, reply) => accepted(reply, await tasks.cleanup(request.actor, request.params.id, request.body)),
  )
  app.post(
    '/servers/:id/install-docker',
    {
      config,
      schema: {
        operationId: 'installDocker',
        tags,
        summary: 'Install Docker',
        description:
          'Installs Docker Engine from the packages of the distribution. Use it for a server whose problem is `docker_missing`. Follow the returned task to see the result.',
        params: ServerParams,
        response,
      },
    },
    async (request, reply) => accepted(reply, await tasks.installDocker(request.actor, request.params.id)),
  )
}

function registerReading(app: HttpServer, tasks: ServerTasksService): void {
  app.get(
    '/servers/:id/tasks',
    {
      config: { permission: 'servers:read', scope: 'organization' },
      schema: {
        operationId: 'listServerTasks',
        tags,
        summary: 'List server tasks',
        description:
          'Returns checks, key rotations, cleanups, and installations that someone requested on a server, newest first.',
        params: ServerParams,
        querystring: ServerTasksQuery,
        response: { 200: pageOf(ServerTask) },
      },
    },
    async (request) => await tasks.list(request.actor, request.params.id, request.query),
  )
  app.get(
    '/servers/:id/tasks/:taskId',
    {
      config: { permission: 'servers:read', scope: 'organization' },
      schema: {
        operationId: 'getServerTask',
        tags,
        summary: 'Get a server task',
        description: 'Returns one task with its status, and with its result or error once it has ended.',
        params: ServerTaskParams,
        response: { 200: ServerTask },
      },
    },
    async (request) => await tasks.get(request.actor, request.params.id, request.params.taskId),
  )
}

function registerStream(app: HttpServer, tasks: ServerTasksService, streams: StreamServer): void {
  app.get(
    '/servers/:id/tasks/:taskId/status',
    {
      config: { permission: 'servers:read', scope: 'organization', stream: true },
      schema: {
        operationId: 'streamServerTask',
        tags,
        summary: 'Follow a server task',
        description:
          'Sends Server-Sent Events until the task has ended: `status` with the complete task, `step` when a step starts or finishes, `log` with output, and finally `end`.',
        params: ServerTaskParams,
        querystring: StreamQuery,
        response: { 200: eventStreamOf({ status: ServerTask, step: RunStep, log: RunOutput }) },
      },
    },
    async (request, reply) => {
      const { id, taskId } = request.params
      await tasks.get(request.actor, id, taskId)
      await followRun(request, reply, streams, { id: taskId, query: request.query })
    },
  )
}

function accepted(reply: FastifyReply, task: ServerTask) {
  const path = `/api/v1/servers/${encodeId('srv', task.serverId)}/tasks/${encodeId('run', task.id)}`
  return reply.code(202).header('location', path).send(task)
}

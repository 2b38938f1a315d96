import type { FastifyReply } from 'fastify'
import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { DeleteEnvironmentQuery, Environment, EnvironmentParams } from './environments.schemas.ts'
import type { LifecycleService } from './lifecycle.service.ts'

const location = '/api/v1/environments/{id}'
const config = { permission: 'deployments:write', scope: 'environment:id', idempotent: true, location } as const
const shared = { tags: ['environments'], params: EnvironmentParams, response: { 202: Environment, ...problems(409) } }

export function registerLifecycleRoutes(app: HttpServer, lifecycle: LifecycleService): void {
  app.post(
    '/environments/:id/stop',
    {
      config,
      schema: {
        operationId: 'stopEnvironment',
        summary: 'Stop an environment',
        description:
          'Containers are stopped, data and addresses stay. Visitors get 503 with `Retry-After` and the maintenance page of the domain. `status` becomes `stopped`; GET /events tells when.',
        ...shared,
      },
    },
    async (request, reply) => accepted(reply, await lifecycle.stop(request.actor, request.params.id)),
  )
  app.post(
    '/environments/:id/start',
    {
      config,
      schema: {
        operationId: 'startEnvironment',
        summary: 'Start a stopped environment',
        description: 'The release that was live runs again.',
        ...shared,
      },
    },
    async (request, reply) => accepted(reply, await lifecycle.start(request.actor, request.params.id)),
  )
  app.post(
    '/environments/:id/restart',
    {
      config,
      schema: {
        operationId: 'restartEnvironment',
        summary: 'Restart an environment',
        description: 'The containers of the live release are restarted; nothing is built.',
        ...shared,
      },
    },
    async (request, reply) => accepted(reply, await lifecycle.restart(request.actor, request.params.id)),
  )
  app.delete(
    '/environments/:id',
    {
      config: { permission: 'environments:write', scope: 'environment:id', versioned: true },
      schema: {
        operationId: 'deleteEnvironment',
        summary: 'Delete an environment',
        description:
          'Containers, volumes with their data, images and addresses are removed from the server first. `?force=true` when the server is gone for good; what was left there is in the audit log. Backups stay, unless `?backups=delete`.',
        querystring: DeleteEnvironmentQuery,
        ...shared,
      },
    },
    async (request, reply) => {
      const { force = false, backups = 'keep' } = request.query
      return accepted(reply, await lifecycle.remove(request.actor, request.params.id, { force, backups }))
    },
  )
}

function accepted(reply: FastifyReply, environment: Environment) {
  return reply
    .code(202)
    .header('location', `/api/v1/environments/${encodeId('env', environment.id)}`)
    .send(environment)
}

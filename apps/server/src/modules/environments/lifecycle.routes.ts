import type { FastifyReply } from 'fastify'
import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { DeleteEnvironmentQuery, Environment, EnvironmentParams, ServiceParams } from './environments.schemas.ts'
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
          'Stops all containers. Data and domains are kept, and visitors get a 503 with the maintenance page of the domain. When everything is stopped, `status` becomes `stopped`; `GET /events` reports it.',
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
        description:
          'Starts the containers of the release that was live before the stop. Nothing is built. When they are healthy, `status` becomes `live`.',
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
        description:
          'Restarts the containers of the live release, for example after an app got stuck. Nothing is built, and saved changes do not take effect.',
        ...shared,
      },
    },
    async (request, reply) => accepted(reply, await lifecycle.restart(request.actor, request.params.id)),
  )
  app.post(
    '/environments/:id/services/:serviceId/restart',
    {
      config,
      schema: {
        operationId: 'restartService',
        summary: 'Restart a service',
        description:
          'Restarts the containers of one service of the live release, one after the other. Nothing is built, and saved changes do not take effect. With several replicas, requests go to the other ones meanwhile. A service with one replica, or a database, is unavailable for a moment.',
        ...shared,
        params: ServiceParams,
      },
    },
    async (request, reply) => accepted(reply, await lifecycle.restartService(request.actor, request.params)),
  )
  app.delete(
    '/environments/:id',
    {
      config: { permission: 'environments:write', scope: 'environment:id', versioned: true },
      schema: {
        operationId: 'deleteEnvironment',
        summary: 'Delete an environment',
        description:
          'Stops the environment and moves it to the trash, where its data is kept for seven days by default. `POST /trash/{id}/restore` brings it back; find the item with `GET /trash?resourceId={id}`. Use `force=true` if the server no longer exists. Backups are kept unless you send `backups=delete`. With `permanent=true`, containers, volumes with their data, images, and hostnames are removed at once.',
        querystring: DeleteEnvironmentQuery,
        ...shared,
      },
    },
    async (request, reply) => {
      const { force = false, backups = 'keep', permanent = false } = request.query
      return accepted(reply, await lifecycle.remove(request.actor, request.params.id, { force, backups, permanent }))
    },
  )
}

function accepted(reply: FastifyReply, environment: Environment) {
  return reply
    .code(202)
    .header('location', `/api/v1/environments/${encodeId('env', environment.id)}`)
    .send(environment)
}

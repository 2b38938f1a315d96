import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Rotation, RotationParams } from './database-logins.schemas.ts'
import type { DatabaseLoginsService } from './database-logins.service.ts'

export function registerDatabaseLoginRoutes(app: HttpServer, logins: DatabaseLoginsService): void {
  app.post(
    '/environments/:id/services/:serviceId/credentials/rotate',
    {
      config: { permission: 'deployments:write', scope: 'environment:id', idempotent: true },
      schema: {
        operationId: 'rotateServiceCredentials',
        tags: ['environments'],
        summary: 'Give a database another password',
        description:
          'The password is changed in the database and a deployment of what is live follows, which gives it to the other services. Between the two new connections are refused for some seconds; those that are open stay.',
        params: RotationParams,
        response: { 202: Rotation, ...problems(409) },
      },
    },
    async (request, reply) => {
      const { id: environmentId, serviceId } = request.params
      return reply.code(202).send(await logins.rotate(request.actor, { environmentId, serviceId }))
    },
  )
}

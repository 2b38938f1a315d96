import { problems } from '../../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
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
        summary: 'Rotate a database password',
        description:
          'Generates a new password, sets it in the database, and redeploys the live version so that the other services use it. For a few seconds in between, new connections are rejected; open ones stay. The environment must be live.',
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

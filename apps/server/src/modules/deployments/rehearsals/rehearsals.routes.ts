import { problems } from '../../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { DeploymentPath } from '../deployments.schemas.ts'
import { Rehearsal } from './rehearsal.schemas.ts'
import type { RehearsalsService } from './rehearsals.service.ts'

export function registerRehearsalRoutes(app: HttpServer, rehearsals: RehearsalsService): void {
  app.get(
    '/environments/:id/deployments/:did/rehearsal',
    {
      config: { permission: 'deployments:read', scope: 'environment:id' },
      schema: {
        operationId: 'getRehearsal',
        tags: ['deployments'],
        summary: 'Get the rehearsal of a deployment',
        description:
          'Returns what the release commands did to a copy of the databases: duration, locks, changes to the schema and rows, disk space, and what the rules of the environment object to. Responds with 404 if the deployment had no rehearsal.',
        params: DeploymentPath,
        response: { 200: Rehearsal, ...problems(404) },
      },
    },
    async (request) => await rehearsals.get(request.actor, request.params),
  )
}

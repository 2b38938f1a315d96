import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { CheckComposeBody, ComposePlan } from './check-compose.schemas.ts'
import type { CheckComposeService } from './check-compose.service.ts'

export function registerCheckComposeRoute(app: HttpServer, { check }: CheckComposeService): void {
  app.post(
    '/projects/check-compose',
    {
      config: { permission: 'projects:write', scope: 'organization' },
      schema: {
        operationId: 'checkCompose',
        tags: ['projects'],
        summary: 'Check a compose file',
        description:
          'Reads a compose file the same way as a new project does, and returns what Longshore would make of it: each problem with its line, what it means, and what to do, the services, and the variables that need a value. Nothing is stored or started. Values of secrets are in no part of the response. Fails with `rate_limited` after 60 checks in a minute.',
        body: CheckComposeBody,
        response: { 200: ComposePlan, ...problems(504) },
      },
    },
    async (request) => await check(request.actor, request.body),
  )
}

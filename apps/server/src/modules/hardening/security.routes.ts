import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { SecurityParams, SecurityQuery, ServerSecurityState } from './security.schemas.ts'
import type { SecurityService } from './security.service.ts'

export function registerSecurityRoutes(app: HttpServer, security: SecurityService): void {
  app.get(
    '/servers/:id/security',
    {
      config: { permission: 'servers:read', scope: 'organization' },
      schema: {
        operationId: 'getServerSecurity',
        tags: ['security'],
        summary: 'Get the security of a server',
        description:
          'Returns the security score, the result of every check with its evidence, and what hardening changed or would change. Longshore scans a server when it becomes ready, every day, and after each hardening run.',
        params: SecurityParams,
        querystring: SecurityQuery,
        response: { 200: ServerSecurityState, ...problems(409) },
      },
    },
    async (request) =>
      await security.get(request.actor, request.params.id, { refresh: request.query.refresh === true }),
  )
}

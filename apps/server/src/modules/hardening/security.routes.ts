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
        summary: 'Security state of a server',
        description:
          'Read-only checks with evidence, the score, and what hardening did and would do. A scan runs once a server is ready, every day, and after each hardening.',
        params: SecurityParams,
        querystring: SecurityQuery,
        response: { 200: ServerSecurityState, ...problems(409) },
      },
    },
    async (request) =>
      await security.get(request.actor, request.params.id, { refresh: request.query.refresh === true }),
  )
}

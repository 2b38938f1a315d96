import type { HttpServer } from '../../platform/http/server.ts'
import { pageOf } from '../../platform/pagination/page.schemas.ts'
import { AuditQuery, AuditRecord } from './audit.schemas.ts'
import type { AuditService } from './audit.service.ts'

export function registerAuditRoutes(app: HttpServer, audit: AuditService): void {
  app.get(
    '/audit-log',
    {
      config: { permission: 'audit:read', scope: 'organization' },
      schema: {
        operationId: 'listAuditLog',
        tags: ['audit'],
        summary: 'List the audit log',
        description: 'Newest first. Every row is chained to the one before it by its hash.',
        querystring: AuditQuery,
        response: { 200: pageOf(AuditRecord) },
      },
    },
    async (request) => await audit.list(request.actor, request.query),
  )
}

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
        description:
          'Returns who changed what in the organization, newest first. Each record contains the hash of the previous record, so you can detect changed or missing ones. Only admins and owners can read the log.',
        querystring: AuditQuery,
        response: { 200: pageOf(AuditRecord) },
      },
    },
    async (request) => await audit.list(request.actor, request.query),
  )
}

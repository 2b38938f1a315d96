import type { HttpServer } from '../../platform/http/server.ts'
import { Links, LinksBody, LinksPath } from './links.schemas.ts'
import type { LinksService } from './links.service.ts'

const tags = ['notifications']

export function registerLinkRoutes(app: HttpServer, links: LinksService): void {
  app.get(
    '/notification-connectors/project/:projectId',
    {
      config: { permission: 'connectors:read', scope: 'project:projectId' },
      schema: {
        operationId: 'getConnectorLinks',
        tags,
        summary: 'Which connectors tell of a project',
        params: LinksPath,
        response: { 200: Links },
      },
    },
    async (request) => await links.get(request.actor, request.params.projectId),
  )
  app.put(
    '/notification-connectors/project/:projectId',
    {
      config: { permission: 'connectors:write', scope: 'project:projectId' },
      schema: {
        operationId: 'replaceConnectorLinks',
        tags,
        summary: 'Link connectors to a project',
        description: 'Replaces all links of the project. What happened before is not told.',
        params: LinksPath,
        body: LinksBody,
        response: { 200: Links },
      },
    },
    async (request) => await links.replace(request.actor, request.params.projectId, request.body),
  )
}

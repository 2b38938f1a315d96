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
        summary: 'List the notification channels of a project',
        description:
          'Returns the channels that are linked to the project, with their events and environments. Channels also send the events in their `projectEvents`, without a link.',
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
        summary: 'Choose the notification channels of a project',
        description:
          'Replaces the complete list of channels of the project. Takes effect for new events; past ones are not sent.',
        params: LinksPath,
        body: LinksBody,
        response: { 200: Links },
      },
    },
    async (request) => await links.replace(request.actor, request.params.projectId, request.body),
  )
}

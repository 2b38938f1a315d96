import { eventStreamOf } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { followStream, resumePoint } from '../../platform/http/sse/follow-stream.ts'
import type { StreamServer } from '../../platform/http/sse/stream-server.ts'
import { eventFilter } from './event-filter.policy.ts'
import { EventsQuery, eventKinds, ResourceChange, StreamTicket, StreamTicketBody } from './events.schemas.ts'
import type { EventsService } from './events.service.ts'

export function registerEventRoutes(app: HttpServer, options: { events: EventsService; streams: StreamServer }): void {
  const tags = ['events']
  app.get(
    '/events',
    {
      config: { permission: 'events:read', scope: 'visible', stream: true },
      schema: {
        operationId: 'streamEvents',
        tags,
        summary: 'Stream events of the organization',
        description:
          'Sends a Server-Sent Event whenever something changes. `project_updated` covers a project and everything below it; `server_updated`, `git_provider_updated`, `registry_updated`, `domain_updated`, `backup_updated`, `connector_updated`, `trash_updated`, and `alert` cover the rest. `audit` requires the permission `audit:read`. Reconnect with `Last-Event-ID` to miss nothing.',
        querystring: EventsQuery,
        response: { 200: eventStreamOf(Object.fromEntries(eventKinds.map((kind) => [kind, ResourceChange]))) },
      },
    },
    async (request, reply) => {
      const { projectId, kinds } = request.query
      const { organizationId, permissions, projectIds } = request.actor
      const filter = eventFilter({ projectId, kinds }, { seesAudit: permissions.has('audit:read'), projectIds })
      await followStream(request, reply, options.streams, {
        of: 'events',
        stream: { key: organizationId, organizationId },
        after: resumePoint(request, request.query) ?? 'head',
        // Ids can have gaps only with a filter.
        ...(filter === undefined ? {} : { accepts: filter }),
      })
    },
  )
  app.post(
    '/stream-tickets',
    {
      config: { permission: 'events:read', scope: 'visible' },
      schema: {
        operationId: 'createStreamTicket',
        tags,
        summary: 'Create a stream ticket',
        description:
          'Creates a ticket for `EventSource` in browsers, which cannot send an `Authorization` header. A ticket works once, for exactly this path, within 60 seconds.',
        body: StreamTicketBody,
        response: { 201: StreamTicket },
      },
    },
    async (request, reply) => reply.code(201).send(await options.events.createTicket(request.actor, request.body.path)),
  )
}

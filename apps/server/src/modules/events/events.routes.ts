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
        summary: 'Follow what happens in the organisation',
        description:
          'Server-Sent Events. `project_updated` whenever a project or anything below it changes, and `server_updated`, `domain_updated`, `backup_updated`, `connector_updated`, `alert`, and `audit` with the permission `audit:read`. Reconnect with `Last-Event-ID` to miss nothing.',
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
        // Only with a filter may ids have gaps.
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
        summary: 'Get a ticket for a stream',
        description:
          'For EventSource in browsers, which cannot send headers. One use, 60 seconds, for exactly this path.',
        body: StreamTicketBody,
        response: { 201: StreamTicket },
      },
    },
    async (request, reply) => reply.code(201).send(await options.events.createTicket(request.actor, request.body.path)),
  )
}

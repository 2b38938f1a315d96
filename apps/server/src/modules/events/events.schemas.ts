/** Schemas of the event stream and its tickets. */
import { z } from 'zod'
import { StreamQuery } from '../../platform/http/sse/stream-query.schemas.ts'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'

export const eventKinds = [
  'project_updated',
  'server_updated',
  'git_provider_updated',
  'registry_updated',
  'domain_updated',
  'backup_updated',
  'connector_updated',
  'trash_updated',
  'alert',
  'audit',
] as const

/** Fields of every organization event; some events have more. */
export const ResourceChange = z
  .object({
    changed: z
      .string()
      .meta({ description: 'Type of the resource that changed, in singular form.', example: 'deployment' }),
    resourceId: z
      .string()
      .nullable()
      .describe('ID of the changed resource. Null if the change affects several at once.'),
    action: z.string().meta({ description: 'What happened to it, as a verb in the past tense.', example: 'created' }),
    at: Time.describe('Time at which the change took effect.'),
    projectId: idOf('prj').optional().describe('Project that contains the changed resource. Missing if none does.'),
    environmentId: idOf('env')
      .optional()
      .describe('Environment that contains the changed resource. Missing if none does.'),
    serverId: idOf('srv').optional().describe('Server that runs or is the changed resource. Missing if none does.'),
    status: z
      .string()
      .optional()
      .meta({ description: 'New status of the resource, such as `live`. Missing if its status did not change.' }),
  })
  .meta({
    id: 'ResourceChange',
    description: 'Notice that a resource changed. It does not contain the resource: fetch it again if you show it.',
  })

export const EventsQuery = StreamQuery.extend({
  projectId: idOf('prj')
    .optional()
    .meta({ description: 'Returns only events about this project and everything below it.' }),
  kinds: z
    .string()
    .max(200)
    .regex(/^[a-z_]+(,[a-z_]+)*$/)
    .optional()
    .meta({
      description: `Event names to receive, separated by commas. Without it you receive all of them: ${eventKinds.map((kind) => `\`${kind}\``).join(', ')}.`,
      example: 'project_updated,audit',
    }),
})
export type EventsQuery = z.output<typeof EventsQuery>

export const StreamTicketBody = z
  .strictObject({
    path: z
      .string()
      .min(1)
      .max(500)
      .regex(/^\/api\/v1\/[\w\-./?=&,%]*$/, 'must be the path and query of a stream')
      .meta({
        description: 'Path and query string of the stream that you want to open, starting with `/api/v1/`.',
        example: '/api/v1/events',
      }),
  })
  .meta({ id: 'StreamTicketRequest' })
export const StreamTicket = z
  .object({
    ticket: z
      .string()
      .describe('Single-use secret. Send it as the query parameter `ticket` instead of an `Authorization` header.'),
    expiresAt: Time.describe('Moment until which you must have opened the stream, 60 seconds from now.'),
    url: z.string().describe('The requested path with the ticket added. Pass it to `EventSource` as it is.'),
  })
  .meta({ id: 'StreamTicket' })
export type StreamTicket = z.output<typeof StreamTicket>

/** Shapes of the event stream and its tickets. */
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
  'alert',
  'audit',
] as const

/** What every event of the organisation says; some say more. */
export const ResourceChange = z
  .object({
    changed: z.string().meta({ description: 'The kind of the resource.', example: 'deployment' }),
    resourceId: z.string().nullable(),
    action: z.string().meta({ example: 'created' }),
    at: Time,
    projectId: idOf('prj').optional(),
    environmentId: idOf('env').optional(),
    serverId: idOf('srv').optional(),
    status: z.string().optional().meta({ description: 'The new one, where it is a change of state.' }),
  })
  .meta({ id: 'ResourceChange', description: 'Something changed: read it again if you show it.' })

export const EventsQuery = StreamQuery.extend({
  projectId: idOf('prj').optional().meta({ description: 'Only events of this project.' }),
  kinds: z
    .string()
    .max(200)
    .regex(/^[a-z_]+(,[a-z_]+)*$/)
    .optional()
    .meta({
      description: `Only these kinds, separated by commas: ${eventKinds.join(', ')}.`,
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
      .meta({ example: '/api/v1/events' }),
  })
  .meta({ id: 'StreamTicketRequest' })
export const StreamTicket = z
  .object({ ticket: z.string(), expiresAt: Time, url: z.string().meta({ description: 'The path with the ticket.' }) })
  .meta({ id: 'StreamTicket' })
export type StreamTicket = z.output<typeof StreamTicket>

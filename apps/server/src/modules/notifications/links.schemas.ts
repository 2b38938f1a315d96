/** Schemas of links: the connectors of a project, and their events. */
import { z } from 'zod'
import { idOf } from '../../platform/ids/type-id.schemas.ts'
import { describeEvents } from '../notices/notice-descriptions.schemas.ts'
import { projectEvents } from '../notices/notice-events.schemas.ts'
import { Severity } from '../notices/notice-severity.schemas.ts'

const maxLinks = 50

export const ConnectorLink = z
  .strictObject({
    connectorId: idOf('ntc').describe('Notification channel that sends the events.'),
    events: z
      .array(z.enum(projectEvents).describe(`Event to send. ${describeEvents(projectEvents)}`))
      .min(1)
      .max(100)
      .meta({
        description: 'Events of the project to send, at least one.',
        example: ['deployment_failed', 'deployment_succeeded'],
      }),
    environments: z.array(idOf('env')).min(1).max(100).nullable().default(null).meta({
      description:
        'Environments whose events are sent. Null means all environments of the project, including future ones.',
      example: null,
    }),
    minSeverity: Severity.default('info').describe(
      'Least important events to send: `info`, `warning`, or `critical`. Events below it are not sent.',
    ),
  })
  .meta({ id: 'ConnectorLink', description: 'Which events of a project one notification channel sends.' })
export type ConnectorLink = z.output<typeof ConnectorLink>

export const LinksBody = z
  .strictObject({
    links: z
      .array(ConnectorLink)
      .max(maxLinks)
      .describe('Complete list, at most 50. A channel that is not in it no longer sends events of the project.'),
  })
  .meta({ id: 'ConnectorLinksRequest' })
export type LinksBody = z.output<typeof LinksBody>

export const Links = z
  .object({
    projectId: idOf('prj'),
    links: z
      .array(ConnectorLink)
      .describe('Notification channels that send events of the project, each with its filter.'),
  })
  .meta({ id: 'ConnectorLinks', description: 'Notification channels of a project.' })
export type Links = z.output<typeof Links>

export const LinksPath = z.strictObject({ projectId: idOf('prj') })

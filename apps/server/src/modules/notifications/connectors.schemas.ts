/** Schemas of connectors (notification channels). */
import { z } from 'zod'
import { Version } from '../../platform/http/resource-version.schemas.ts'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { describeEvents } from '../notices/notice-descriptions.schemas.ts'
import { NoticeEventName, organizationEvents, projectEvents } from '../notices/notice-events.schemas.ts'
import { Severity } from '../notices/notice-severity.schemas.ts'
import { DeliveryEvent, DeliveryStatus } from './delivery-log.schemas.ts'
import {
  ConnectorKind,
  DiscordConfig,
  EmailConfig,
  GotifyConfig,
  kindNames,
  NtfyConfig,
  SlackConfig,
  TeamsConfig,
  TelegramConfig,
  WebhookConfig,
} from './kinds/connector-configs.schemas.ts'

const Name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/, 'must not contain control characters')
  .meta({ description: 'Display name, 1 to 100 characters.', example: 'Team chat' })

const Events = z
  .array(z.enum(organizationEvents).describe(`Event to send. ${describeEvents(organizationEvents)}`))
  .max(100)
  .meta({
    description:
      'Events to send that belong to no project: about servers, members, API tokens, and the instance. For events of projects, use `projectEvents` or `PUT /notification-connectors/project/{projectId}`.',
    example: ['server_unreachable', 'host_key_changed', 'connector_failing'],
  })

const ProjectEvents = z
  .array(z.enum(projectEvents).describe(`Event to send. ${describeEvents(projectEvents)}`))
  .max(100)
  .meta({
    description:
      'Events to send for all projects, including future ones. For single projects or environments, use `PUT /notification-connectors/project/{projectId}`. An event that both name is sent once.',
    example: ['deployment_failed'],
  })

const MinSeverity = Severity.meta({
  description: 'Least important events to send: `info`, `warning`, or `critical`. Events below it are not sent.',
})

const options = {
  events: Events.optional(),
  projectEvents: ProjectEvents.default([]),
  minSeverity: MinSeverity.default('info'),
}
const of = <Kind extends ConnectorKind, Config extends z.ZodType>(kind: Kind, config: Config) =>
  z.strictObject({
    kind: z.literal(kind).describe(`Sends notifications to ${kindNames[kind]}.`),
    name: Name,
    config: config.describe(`Settings for sending to ${kindNames[kind]}.`),
    ...options,
  })

export const CreateConnectorBody = z
  .discriminatedUnion('kind', [
    of('email', EmailConfig),
    of('slack', SlackConfig),
    of('discord', DiscordConfig),
    of('telegram', TelegramConfig),
    of('teams', TeamsConfig),
    of('ntfy', NtfyConfig),
    of('gotify', GotifyConfig),
    of('webhook', WebhookConfig),
  ])
  .meta({ id: 'CreateConnectorRequest' })
export type CreateConnector = z.output<typeof CreateConnectorBody>

export const UpdateConnectorBody = z
  .strictObject({
    name: Name.optional(),
    config: z.record(z.string().max(50), z.unknown()).optional().meta({
      description:
        'Complete settings of the channel, as on creation. Send secrets again: a masked value cannot be kept for another URL.',
    }),
    events: Events.optional(),
    projectEvents: ProjectEvents.optional(),
    minSeverity: MinSeverity.optional(),
    enabled: z.boolean().optional().meta({
      description: 'Turns the channel on or off. While it is off, notifications are dropped and not sent later.',
    }),
  })
  .meta({ id: 'UpdateConnectorRequest' })
export type UpdateConnector = z.output<typeof UpdateConnectorBody>

export const ShownConfig = z.record(z.string(), z.unknown())
export type ShownConfig = z.output<typeof ShownConfig>

export const Connector = z
  .object({
    id: idOf('ntc'),
    kind: ConnectorKind,
    name: z.string().meta({ description: 'Display name of the channel.', example: 'Team chat' }),
    config: ShownConfig.meta({
      description: 'Settings that say where to send. Which fields there are depends on `kind`; secrets are masked.',
    }),
    events: z.array(NoticeEventName).describe('Events that the channel sends and that belong to no project.'),
    projectEvents: z
      .array(NoticeEventName)
      .describe('Events that the channel sends for all projects. Links of single projects add to them.'),
    minSeverity: MinSeverity,
    status: z.enum(['active', 'failing', 'disabled']).meta({
      description:
        '`active`: the channel works. `failing`: the last delivery did not arrive, and Longshore tries again at `retryAt`. `disabled`: you turned it off.',
    }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the last delivery failed, in a sentence for people. Null if it arrived.' }),
    failingSince: Time.nullable().describe('When the first delivery in a row failed. Null if the channel works.'),
    retryAt: Time.nullable().describe('When Longshore tries the next delivery. Null if the channel works.'),
    lastDelivery: z
      .object({
        id: idOf('dlv'),
        event: DeliveryEvent,
        status: DeliveryStatus,
        createdAt: Time.describe('When the event happened.'),
        finishedAt: Time.nullable().describe('When the delivery arrived or was given up. Null while it is waiting.'),
      })
      .nullable()
      .describe('Newest delivery of the channel. Null if there has never been one.'),
    version: Version,
    createdAt: Time.describe('When the channel was added.'),
    updatedAt: Time.describe('When its settings or its status last changed.'),
  })
  .meta({ id: 'Connector', description: 'A notification channel: where Longshore sends notifications.' })
export type Connector = z.output<typeof Connector>

const Key = z.string().meta({
  description:
    'Key that signs webhook requests, in the format of Standard Webhooks. Only this response contains it. Null for other kinds of channels.',
  example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
})

export const CreatedConnector = Connector.extend({ secret: Key.nullable() }).meta({ id: 'CreatedConnector' })
export type CreatedConnector = z.output<typeof CreatedConnector>

export const RotatedKey = z
  .object({
    secret: Key,
    previousValidUntil: Time.meta({
      description: 'Until when requests carry the signatures of both keys, so that you can replace the old one.',
    }),
  })
  .meta({ id: 'RotatedConnectorSecret' })
export type RotatedKey = z.output<typeof RotatedKey>

export const ConnectorParams = z.strictObject({ id: idOf('ntc') })

export const ConnectorTest = z
  .object({
    ok: z.boolean().describe('Whether the message arrived.'),
    status: z
      .int()
      .nullable()
      .meta({ description: 'HTTP or SMTP status of the response. Null if there was none.', example: 200 }),
    durationMs: z.int().describe('How long the attempt took, in milliseconds.'),
    error: z.string().nullable().describe('Why the message did not arrive, in a sentence for people. Null if it did.'),
  })
  .meta({ id: 'ConnectorTest', description: 'Result of a real message that Longshore sent as a test.' })
export type ConnectorTest = z.output<typeof ConnectorTest>

export const PreviewBody = z.strictObject({ event: NoticeEventName }).meta({ id: 'PreviewRequest' })

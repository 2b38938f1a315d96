/** Shapes of connectors: through what people are told. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { NoticeEventName, organizationEvents } from '../notices/notice-events.schemas.ts'
import { Severity } from '../notices/notice-severity.schemas.ts'
import {
  ConnectorKind,
  DiscordConfig,
  EmailConfig,
  GotifyConfig,
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
  .regex(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/, 'must not hold control characters')
  .meta({ example: 'Team chat' })

const Events = z
  .array(z.enum(organizationEvents))
  .max(100)
  .meta({
    description:
      'Of what belongs to no project: servers, members, tokens, this instance. Projects are linked with PUT /notification-connectors/project/:projectId.',
    example: ['server_unreachable', 'host_key_changed', 'connector_failing'],
  })

const MinSeverity = Severity.meta({ description: 'Of these events only those that matter at least so much.' })

const options = { events: Events.optional(), minSeverity: MinSeverity.default('info') }
const of = <Kind extends string, Config extends z.ZodType>(kind: Kind, config: Config) =>
  z.strictObject({ kind: z.literal(kind), name: Name, config, ...options })

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
    config: z
      .record(z.string().max(50), z.unknown())
      .optional()
      .meta({ description: 'The whole of it, as on creation: what was masked cannot be kept for another address.' }),
    events: Events.optional(),
    minSeverity: MinSeverity.optional(),
    enabled: z.boolean().optional().meta({ description: 'False: nothing is told, and nothing is kept for later.' }),
  })
  .meta({ id: 'UpdateConnectorRequest' })
export type UpdateConnector = z.output<typeof UpdateConnectorBody>

export const ShownConfig = z.record(z.string(), z.unknown())
export type ShownConfig = z.output<typeof ShownConfig>

export const Connector = z
  .object({
    id: idOf('ntc'),
    kind: ConnectorKind,
    name: z.string().meta({ example: 'Team chat' }),
    config: ShownConfig.meta({ description: 'Secrets are masked.' }),
    events: z.array(NoticeEventName),
    minSeverity: Severity,
    status: z
      .enum(['active', 'failing', 'disabled'])
      .meta({ description: '`failing`: the last delivery did not arrive; the next one is tried at `retryAt`.' }),
    reason: z.string().nullable().meta({ description: 'Why the last try failed.' }),
    failingSince: Time.nullable(),
    retryAt: Time.nullable(),
    lastDelivery: z
      .object({
        id: idOf('dlv'),
        event: NoticeEventName,
        status: z.enum(['waiting', 'delivered', 'failed']),
        createdAt: Time,
        finishedAt: Time.nullable(),
      })
      .nullable(),
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Connector' })
export type Connector = z.output<typeof Connector>

const Key = z.string().meta({
  description: 'Signs webhooks in the form of Standard Webhooks. Shown once.',
  example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
})

export const CreatedConnector = Connector.extend({ secret: Key.nullable() }).meta({ id: 'CreatedConnector' })
export type CreatedConnector = z.output<typeof CreatedConnector>

export const RotatedKey = z
  .object({ secret: Key, previousValidUntil: Time.meta({ description: 'Until then both keys sign.' }) })
  .meta({ id: 'RotatedConnectorSecret' })
export type RotatedKey = z.output<typeof RotatedKey>

export const ConnectorParams = z.strictObject({ id: idOf('ntc') })

export const ConnectorTest = z
  .object({
    ok: z.boolean(),
    status: z.int().nullable().meta({ description: 'Of the answer; null: there was none.', example: 200 }),
    durationMs: z.int(),
    error: z.string().nullable(),
  })
  .meta({ id: 'ConnectorTest', description: 'What came of a real delivery.' })
export type ConnectorTest = z.output<typeof ConnectorTest>

export const PreviewBody = z.strictObject({ event: NoticeEventName }).meta({ id: 'PreviewRequest' })

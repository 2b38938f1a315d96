/** Configuration of each connector kind. Fields marked `writeOnly` are sealed and never shown again. */
import { z } from 'zod'
import { EmailAddress } from '../../../platform/http/text-fields.schemas.ts'

export const connectorKinds = [
  'email', 'slack', 'discord', 'telegram', 'teams', 'ntfy', 'gotify', 'webhook',
] as const // biome-ignore format: a list
export type ConnectorKind = (typeof connectorKinds)[number]
export const kindNames: Record<ConnectorKind, string> = {
  email: 'an email address',
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  teams: 'Microsoft Teams',
  ntfy: 'ntfy',
  gotify: 'Gotify',
  webhook: 'your own URL, as a signed webhook',
}
export const ConnectorKind = z.enum(connectorKinds).meta({
  id: 'ConnectorKind',
  description: `Where notifications go. ${connectorKinds.map((kind) => `\`${kind}\`: to ${kindNames[kind]}.`).join(' ')}`,
  example: 'slack',
})

/** The target is checked when it is connected to. */
const Address = z
  .string()
  .max(2_000)
  .regex(/^https?:\/\/[!"$-[\]-~]+$/, 'must be an HTTP or HTTPS URL without a fragment')
  .refine(isUrl, 'must be a URL without a user and password')

/** The URL itself is the secret: anyone who knows it can write. */
const secretAddress = (description: string, example: string) => Address.meta({ description, example, writeOnly: true })
const baseAddress = (description: string, example: string) =>
  Address.refine((text) => !text.includes('?'), 'must not have a query')
    .overwrite((text) => (text.endsWith('/') ? text.slice(0, -1) : text))
    .meta({ description, example })

const Token = z
  .string()
  .max(500)
  .regex(/^[!-~]+$/, 'must be one word of visible characters')

export const EmailConfig = z
  .strictObject({
    to: EmailAddress.meta({
      description: 'Email address that receives the notifications. Use a mailing list to reach several people.',
    }),
  })
  .meta({ id: 'EmailConnectorConfig' })

export const SlackConfig = z
  .strictObject({
    url: secretAddress(
      'URL of an incoming webhook of Slack. It is a secret and never shown again.',
      'https://hooks.slack.com/services/T00000000/B00000000/abcdefghijklmnop',
    ),
  })
  .meta({ id: 'SlackConnectorConfig' })

export const DiscordConfig = z
  .strictObject({
    url: secretAddress(
      'Webhook URL of a Discord channel. It is a secret and never shown again.',
      'https://discord.com/api/webhooks/123456789012345678/abcdefghijkl',
    ),
  })
  .meta({ id: 'DiscordConnectorConfig' })

export const TeamsConfig = z
  .strictObject({
    url: secretAddress(
      'URL of a Teams workflow that starts with “When a Teams webhook request is received”. It is a secret and never shown again.',
      'https://prod-01.westeurope.logic.azure.com/workflows/0123456789abcdef/triggers/manual/paths/invoke?sig=abcdef',
    ).refine(isNoOldConnector, 'is a Microsoft 365 connector, which no longer exists. Create a workflow instead'),
  })
  .meta({ id: 'TeamsConnectorConfig' })

export const TelegramConfig = z
  .strictObject({
    token: z
      .string()
      .regex(/^\d{1,20}:[\w-]{20,100}$/, 'must be a token from @BotFather')
      .meta({
        description: 'Token of your bot, from @BotFather. It is stored encrypted and never shown again.',
        example: '123456789:AAE0123456789abcdefghijklmnopqrstuvw',
        writeOnly: true,
      }),
    chatId: z
      .string()
      .regex(/^(?:-?\d{1,20}|@[A-Za-z]\w{3,31})$/, 'must be a chat ID or the @name of a channel')
      .meta({
        description: 'Number of a chat, or @name of a channel, that the bot is a member of.',
        example: '-1001234567890',
      }),
    threadId: z
      .int()
      .positive()
      .max(2_147_483_647)
      .optional()
      .meta({ description: 'Number of a topic in a group. Leave it out for the general topic.' }),
    apiUrl: baseAddress(
      'URL of your own Bot API server. Defaults to the server of Telegram.',
      'https://api.telegram.org',
    ).optional(),
  })
  .meta({ id: 'TelegramConnectorConfig' })

export const NtfyConfig = z
  .strictObject({
    url: baseAddress('URL of your ntfy server. Defaults to https://ntfy.sh.', 'https://ntfy.sh').optional(),
    topic: z
      .string()
      .regex(/^[-\w]{1,64}$/, 'must be a topic name')
      .meta({
        description:
          'Topic to publish to. Without an access token, everyone who knows the name can read it, so choose one that is hard to guess.',
        example: 'alerts-x7Kd92',
        writeOnly: true,
      }),
    token: Token.optional().meta({
      description: 'Access token for a protected topic. It is stored encrypted and never shown again.',
      example: 'tk_0123456789abcdefghijklmnopqrs',
      writeOnly: true,
    }),
  })
  .meta({ id: 'NtfyConnectorConfig' })

export const GotifyConfig = z
  .strictObject({
    url: baseAddress('URL at which you open your Gotify server in a browser.', 'https://gotify.example.com'),
    token: Token.meta({
      description: 'Token of an application in Gotify. It is stored encrypted and never shown again.',
      example: 'AbCdEfGhIjKlMnO',
      writeOnly: true,
    }),
  })
  .meta({ id: 'GotifyConnectorConfig' })

export const WebhookConfig = z
  .strictObject({
    url: secretAddress(
      'URL that receives every notification as a signed JSON request. It is a secret and never shown again.',
      'https://example.com/hooks/longshore',
    ),
  })
  .meta({ id: 'WebhookConnectorConfig' })

export const connectorConfigs = {
  email: EmailConfig,
  slack: SlackConfig,
  discord: DiscordConfig,
  telegram: TelegramConfig,
  teams: TeamsConfig,
  ntfy: NtfyConfig,
  gotify: GotifyConfig,
  webhook: WebhookConfig,
} as const satisfies Record<ConnectorKind, z.ZodType>
export type ConnectorConfigs = { [Kind in ConnectorKind]: z.output<(typeof connectorConfigs)[Kind]> }

function isUrl(text: string): boolean {
  const url = URL.parse(text)
  const authority = text.slice(text.indexOf('://') + 3).split(/[/?]/, 1)[0] ?? ''
  return url !== null && !authority.includes('@')
}

function isNoOldConnector(text: string): boolean {
  const host = URL.parse(text)?.hostname ?? ''
  return !/(?:^|\.)(?:webhook\.office\.com|outlook\.office\.com|outlook\.office365\.com)$/.test(host)
}

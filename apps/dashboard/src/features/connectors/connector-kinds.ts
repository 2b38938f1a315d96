/** Channel kinds, with the schemas of their settings from the API. */
import type { ConnectorKind, JsonSchema } from '@longshore/sdk'
import {
  DiscordConnectorConfig,
  EmailConnectorConfig,
  GotifyConnectorConfig,
  NtfyConnectorConfig,
  SlackConnectorConfig,
  TeamsConnectorConfig,
  TelegramConnectorConfig,
  UpdateConnectorRequest,
  WebhookConnectorConfig,
} from '@longshore/sdk/schemas'
import { Bell, type LucideIcon, Mail, MessageSquare, MessagesSquare, Radio, Send, Users, Webhook } from 'lucide-react'

export const kinds: Readonly<Record<ConnectorKind, { config: JsonSchema; icon: LucideIcon }>> = {
  email: { config: EmailConnectorConfig, icon: Mail },
  slack: { config: SlackConnectorConfig, icon: MessageSquare },
  discord: { config: DiscordConnectorConfig, icon: MessagesSquare },
  telegram: { config: TelegramConnectorConfig, icon: Send },
  teams: { config: TeamsConnectorConfig, icon: Users },
  ntfy: { config: NtfyConnectorConfig, icon: Radio },
  gotify: { config: GotifyConnectorConfig, icon: Bell },
  webhook: { config: WebhookConnectorConfig, icon: Webhook },
}

export const kindNames: readonly ConnectorKind[] = [
  'email',
  'slack',
  'discord',
  'telegram',
  'teams',
  'ntfy',
  'gotify',
  'webhook',
]

/** Events of servers, members and the instance. */
export const ownEvents = eventsOf('events')
/** Events that a channel can send for all projects. */
export const projectEvents = eventsOf('projectEvents')

function eventsOf(field: 'events' | 'projectEvents'): readonly string[] {
  return (UpdateConnectorRequest.properties?.[field]?.items?.enum ?? []).map(String)
}

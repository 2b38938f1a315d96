/** The kinds of connectors, with the rules of their settings as the API has them. */
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

/** Of servers, members and the instance itself: what a connector can be asked to tell without a link to a project. */
export const ownEvents: readonly string[] = (UpdateConnectorRequest.properties?.['events']?.items?.enum ?? []).map(
  String,
)

/** A delivery without secrets, for the log and for previews. */

import type { NoticeMessage } from '../messages/notice-message.policy.ts'
import { type ConnectorKind, connectorConfigs } from './connector-configs.schemas.ts'
import { composeMail } from './email.policy.ts'
import type { Sending } from './http-kind.policy.ts'
import { httpKinds } from './http-kinds.policy.ts'

export interface ShownDelivery {
  method: 'POST' | 'PUT' | 'SMTP'
  url: string
  headers: Record<string, string>
  body: string
}

export interface Shown {
  message: NoticeMessage
  payload: unknown
  sending: Sending
}

export function showDelivery(kind: ConnectorKind, config: unknown, shown: Shown): ShownDelivery {
  const { message, payload, sending } = shown
  if (kind !== 'email') return httpKinds[kind].composeMasked(config, message, payload, sending)
  const { subject, text } = composeMail(message)
  const { to } = connectorConfigs.email.parse(config)
  return { method: 'SMTP', url: `mailto:${to}`, headers: { subject }, body: text }
}

/** Composes from the redacted config as `maskConfig` returns it, because only the worker can open the real one. */
export function previewDelivery(kind: ConnectorKind, masked: unknown, shown: Shown): ShownDelivery {
  const { message, payload, sending } = shown
  if (kind === 'email') return showDelivery(kind, masked, shown)
  return httpKinds[kind].composeShown(masked, message, payload, sending)
}

/** Redacts a config for API responses. */
export function maskConfig(kind: ConnectorKind, config: unknown): Record<string, unknown> {
  const masked: unknown = kind === 'email' ? connectorConfigs.email.parse(config) : httpKinds[kind].mask(config)
  return Object.fromEntries(Object.entries(masked ?? {}))
}

/** Connector kinds that use HTTP, by name. An unsealed config is parsed again by its schema before it is used. */
import { z } from 'zod'
import type { NoticeMessage } from '../messages/notice-message.policy.ts'
import type { ConnectorKind } from './connector-configs.schemas.ts'
import { discord } from './discord.policy.ts'
import { gotify } from './gotify.policy.ts'
import type { HttpKind, OutgoingRequest, Sending } from './http-kind.policy.ts'
import { ntfy } from './ntfy.policy.ts'
import { slack } from './slack.policy.ts'
import { teams } from './teams.policy.ts'
import { telegram } from './telegram.policy.ts'
import { webhook } from './webhook.policy.ts'

export interface NamedHttpKind extends Pick<HttpKind<unknown>, 'readResponse'> {
  compose(config: unknown, message: NoticeMessage, payload: unknown, sending: Sending): OutgoingRequest
  /** The same request for the log: composed from the redacted config, so that it can't contain a secret. */
  composeMasked(config: unknown, message: NoticeMessage, payload: unknown, sending: Sending): OutgoingRequest
  /** For previews: from a config that is already redacted, which the schema of real ones would refuse. */
  composeShown(masked: unknown, message: NoticeMessage, payload: unknown, sending: Sending): OutgoingRequest
  mask(config: unknown): unknown
}

export const httpKinds: Readonly<Record<Exclude<ConnectorKind, 'email'>, NamedHttpKind>> = {
  slack: byName(slack),
  discord: byName(discord),
  telegram: byName(telegram),
  teams: byName(teams),
  ntfy: byName(ntfy),
  gotify: byName(gotify),
  webhook: byName(webhook),
}

function byName<Config>(kind: HttpKind<Config>): NamedHttpKind {
  return {
    readResponse: kind.readResponse,
    compose: (config, message, payload, sending) => kind.compose(kind.config.parse(config), message, payload, sending),
    composeMasked: (config, message, payload, { deliveryId, at }) =>
      kind.compose(kind.mask(kind.config.parse(config)), message, payload, { deliveryId, at }),
    composeShown: (masked, message, payload, { deliveryId, at }) =>
      kind.compose(z.custom<Config>(isObject).parse(masked), message, payload, { deliveryId, at }),
    mask: (config) => kind.mask(kind.config.parse(config)),
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** Discord webhooks, as one embed. It never mentions anyone: `allowed_mentions` is empty, and all markup is escaped. */
import type { NoticeMessage } from '../messages/notice-message.policy.ts'
import { type ConnectorConfigs, DiscordConfig } from './connector-configs.schemas.ts'
import { boundWait, evaluateStatus, readObject, unexpectedResponse } from './evaluate-response.policy.ts'
import { fitText } from './fit-text.policy.ts'
import { type HttpKind, postJson } from './http-kind.policy.ts'
import { maskUrl } from './mask-url.policy.ts'

/** One embed has at most 6,000 characters in total. */
const limits = { title: 256, description: 2_500, fields: 12, label: 40, value: 200 }
const colors = { info: 0x3b82f6, warning: 0xf59e0b, critical: 0xdc2626 } as const

export const discord: HttpKind<ConnectorConfigs['discord']> = {
  kind: 'discord',
  config: DiscordConfig,
  mask: ({ url }) => ({ url: maskUrl(url) }),
  compose: ({ url }, message) =>
    postJson(waiting(url), { allowed_mentions: { parse: [] }, embeds: [embedOf(message)] }),
  readResponse(status, headers, body) {
    const failure = evaluateStatus(status, headers)
    const answer = readObject(body)
    if (failure === null) return status === 204 || typeof answer.id === 'string' ? { ok: true } : unexpectedResponse()
    // More precise than the header, which is in whole seconds.
    const waitMs = typeof answer.retry_after === 'number' ? boundWait(answer.retry_after * 1_000) : undefined
    return waitMs === undefined || status !== 429 ? failure : { ...failure, retryAfterMs: waitMs }
  },
}

/** Makes Discord respond after the message is stored. Keeps the chosen thread. */
function waiting(url: string): string {
  const target = new URL(url)
  target.searchParams.set('wait', 'true')
  return target.href
}

function embedOf(message: NoticeMessage): unknown {
  const description = [message.cause, message.remedy].filter((text) => text !== undefined).join('\n\n')
  return {
    title: fitText(message.title, limits.title, { quote }),
    ...(description === '' ? {} : { description: fitText(description, limits.description, { quote }) }),
    ...(message.link === undefined || !hasDomain(message.link) ? {} : { url: message.link }),
    color: colors[message.severity],
    fields: message.facts.slice(0, limits.fields).map(({ label, value }) => ({
      name: fitText(label, limits.label, { quote }),
      value: fitText(value, limits.value, { quote }),
      inline: value.length <= 40,
    })),
    timestamp: message.occurredAt.toISOString(),
  }
}

/** Discord rejects the whole message for a link to `localhost`. */
function hasDomain(link: string): boolean {
  return URL.parse(link)?.hostname.includes('.') === true
}

/** Also escapes colons: without them nothing is a URL. */
function quote(character: string): string {
  return /[\\*_~`|>#[\]<:@]/.test(character) ? `\\${character}` : character
}

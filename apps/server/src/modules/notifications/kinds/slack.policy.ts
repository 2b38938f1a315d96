/**
 * Slack incoming webhooks. All text is Block Kit `plain_text`, in which Slack finds neither mentions nor links; only
 * the notification fallback is markup, and escaped.
 */
import type { NoticeMessage } from '../messages/notice-message.policy.ts'
import { type ConnectorConfigs, SlackConfig } from './connector-configs.schemas.ts'
import { evaluateStatus, readObject, unexpectedResponse } from './evaluate-response.policy.ts'
import { fitText } from './fit-text.policy.ts'
import { type HttpKind, postJson } from './http-kind.policy.ts'
import { maskUrl } from './mask-url.policy.ts'

const limits = { header: 150, section: 3_000, field: 2_000, fields: 10, fallback: 3_000, url: 3_000 }
const signs = { info: 'ℹ️', warning: '⚠️', critical: '🔴' } as const

export const slack: HttpKind<ConnectorConfigs['slack']> = {
  kind: 'slack',
  config: SlackConfig,
  mask: ({ url }) => ({ url: maskUrl(url) }),
  compose: ({ url }, message) =>
    postJson(url, {
      text: fitText(message.title, limits.fallback, { quote: escapeMarkup }),
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
      blocks: blocksOf(message),
    }),
  readResponse(status, headers, body) {
    const failure = evaluateStatus(status, headers)
    if (failure !== null) return failure
    // Workflow triggers and Slack-compatible programs respond with JSON.
    const answer = readObject(body)
    return body.trim() === 'ok' || answer.ok === true || answer.success === true ? { ok: true } : unexpectedResponse()
  },
}

function blocksOf(message: NoticeMessage): unknown[] {
  const { cause, remedy, link, facts } = message
  const fields = facts.slice(0, limits.fields).map(({ label, value }) => plainText(`${label}\n${value}`, limits.field))
  return [
    { type: 'header', text: plainText(`${signs[message.severity]} ${message.title}`, limits.header) },
    ...[cause, remedy].flatMap((text) =>
      text === undefined ? [] : [{ type: 'section', text: plainText(text, limits.section) }],
    ),
    ...(fields.length === 0 ? [] : [{ type: 'section', fields }]),
    ...(link === undefined || link.length > limits.url
      ? []
      : [{ type: 'actions', elements: [{ type: 'button', text: plainText('Open', 75), url: link }] }]),
  ]
}

function plainText(text: string, maximum: number): unknown {
  return { type: 'plain_text', text: fitText(text, maximum), emoji: false }
}

function escapeMarkup(character: string): string {
  return { '&': '&amp;', '<': '&lt;', '>': '&gt;' }[character] ?? character
}

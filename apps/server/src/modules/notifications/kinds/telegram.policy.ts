/**
 * Telegram's Bot API. The token is part of the URL, so the URL is never logged. Values are in `code`, in which Telegram
 * finds neither names nor links.
 */

import { secretMark } from '../../../platform/secrets/secret-mark.policy.ts'
import type { NoticeMessage } from '../messages/notice-message.policy.ts'
import { type ConnectorConfigs, TelegramConfig } from './connector-configs.schemas.ts'
import { boundWait, evaluateStatus, readObject, refused, unexpectedResponse } from './evaluate-response.policy.ts'
import { escapeHtml, fitText, withoutLinks } from './fit-text.policy.ts'
import { type HttpKind, postJson } from './http-kind.policy.ts'

/** Together below 4,096 characters, which Telegram counts without markup. */
const limits = { title: 300, paragraph: 1_000, facts: 10, label: 40, value: 120 }
const signs = { info: 'ℹ️', warning: '⚠️', critical: '🔴' } as const

export const telegram: HttpKind<ConnectorConfigs['telegram']> = {
  kind: 'telegram',
  config: TelegramConfig,
  mask: (config) => ({ ...config, token: secretMark }),
  compose: ({ token, chatId, threadId, apiUrl = 'https://api.telegram.org' }, message) =>
    postJson(`${apiUrl}/bot${token}/sendMessage`, {
      chat_id: chatId,
      ...(threadId === undefined ? {} : { message_thread_id: threadId }),
      text: textOf(message),
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      disable_notification: message.severity === 'info',
    }),
  readResponse(status, headers, body) {
    const answer = readObject(body)
    const failure = evaluateStatus(status, headers)
    if (failure === null) return answer.ok === true ? { ok: true } : unexpectedResponse()
    if (status === 404 || status === 401) return refused("Telegram doesn't know a bot with this token.")
    if (status === 403) return refused("The bot isn't allowed to write to this chat.")
    if (status === 400)
      return refused('Telegram rejected the message. Check the chat ID, and that the bot is a member of the chat.')
    const waitMs = status === 429 ? readWait(answer.parameters) : undefined
    return waitMs === undefined ? failure : { ...failure, retryAfterMs: waitMs }
  },
}

function textOf(message: NoticeMessage): string {
  const shown = (text: string, maximum: number) => escapeHtml(withoutLinks(fitText(text, maximum)))
  const paragraphs = [message.cause, message.remedy].flatMap((text) =>
    text === undefined ? [] : [shown(text, limits.paragraph)],
  )
  const facts = message.facts
    .slice(0, limits.facts)
    .map(
      ({ label, value }) => `${shown(label, limits.label)}: <code>${escapeHtml(fitText(value, limits.value))}</code>`,
    )
  const title = `${signs[message.severity]} <b>${shown(message.title, limits.title)}</b>`
  // Not a button: Telegram rejects the whole message if a button links to a private hostname.
  const link = message.link === undefined ? '' : `<a href="${escapeHtml(message.link)}">Open in Longshore</a>`
  return [title, ...paragraphs, facts.join('\n'), link].filter((part) => part !== '').join('\n\n')
}

function readWait(parameters: unknown): number | undefined {
  if (typeof parameters !== 'object' || parameters === null || !('retry_after' in parameters)) return undefined
  return typeof parameters.retry_after === 'number' ? boundWait(parameters.retry_after * 1_000) : undefined
}

/**
 * Microsoft Teams through a workflow (Power Automate), as an Adaptive Card. All text is in text runs, in which cards
 * have no markup; mentions would need entities, of which there are none.
 */
import type { NoticeMessage } from '../messages/notice-message.policy.ts'
import { type ConnectorConfigs, TeamsConfig } from './connector-configs.schemas.ts'
import { evaluateStatus, unexpectedResponse } from './evaluate-response.policy.ts'
import { fitText } from './fit-text.policy.ts'
import { type HttpKind, postJson } from './http-kind.policy.ts'
import { maskUrl } from './mask-url.policy.ts'

/** A Teams message has at most 28 KB. */
const limits = { title: 300, paragraph: 1_000, facts: 12, label: 40, value: 300 }
const colors = { info: 'default', warning: 'warning', critical: 'attention' } as const

export const teams: HttpKind<ConnectorConfigs['teams']> = {
  kind: 'teams',
  config: TeamsConfig,
  mask: ({ url }) => ({ url: maskUrl(url) }),
  compose: ({ url }, message) =>
    postJson(url, {
      type: 'message',
      attachments: [
        { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: cardOf(message) },
      ],
    }),
  // A workflow only responds that it accepted; only its owner sees whether it then posts.
  readResponse(status, headers) {
    const failure = evaluateStatus(status, headers)
    if (failure !== null) return failure
    // A page for people, such as a sign-in page, isn't a workflow.
    return headers.get('content-type')?.startsWith('text/html') === true ? unexpectedResponse() : { ok: true }
  },
}

function cardOf(message: NoticeMessage): unknown {
  const title = { text: fitText(message.title, limits.title), weight: 'bolder', size: 'medium' }
  const paragraphs = [message.cause, message.remedy].flatMap((text) =>
    text === undefined ? [] : [richText([{ text: fitText(text, limits.paragraph) }])],
  )
  const facts = message.facts
    .slice(0, limits.facts)
    .map(({ label, value }) =>
      richText([
        { text: `${fitText(label, limits.label)}: `, weight: 'bolder' },
        { text: fitText(value, limits.value) },
      ]),
    )
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [richText([{ ...title, color: colors[message.severity] }]), ...paragraphs, ...facts],
    ...(message.link === undefined ? {} : { actions: [{ type: 'Action.OpenUrl', title: 'Open', url: message.link }] }),
  }
}

function richText(runs: Record<string, unknown>[]): unknown {
  return { type: 'RichTextBlock', inlines: runs.map((run) => ({ type: 'TextRun', ...run })) }
}

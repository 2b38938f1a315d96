/**
 * A Teams workflow that posts what it receives: learn.microsoft.com, “Create incoming webhooks with Workflows for
 * Microsoft Teams”; adaptivecards.io, schema 1.4 (text runs have no Markdown, text blocks and facts do).
 */
import { z } from 'zod'
import { readJson, type Vendor } from './vendor.ts'

const Run = z.strictObject({
  type: z.literal('TextRun'),
  text: z.string().min(1),
  weight: z.enum(['lighter', 'default', 'bolder']).optional(),
  size: z.enum(['small', 'default', 'medium', 'large', 'extraLarge']).optional(),
  color: z.enum(['default', 'dark', 'light', 'accent', 'good', 'warning', 'attention']).optional(),
})
const Element = z.union([
  z.strictObject({ type: z.literal('RichTextBlock'), inlines: z.array(Run).min(1) }),
  z.strictObject({ type: z.literal('TextBlock'), text: z.string(), wrap: z.boolean().optional() }),
])
const Card = z.strictObject({
  $schema: z.string().optional(),
  type: z.literal('AdaptiveCard'),
  version: z.enum(['1.0', '1.1', '1.2', '1.3', '1.4', '1.5']),
  body: z.array(Element).min(1),
  actions: z
    .array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string().min(1), url: z.url() }))
    .max(6)
    .optional(),
  msteams: z.unknown().optional(),
})
const Body = z.strictObject({
  type: z.literal('message'),
  attachments: z
    .array(
      z.strictObject({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        contentUrl: z.null().optional(),
        content: Card,
      }),
    )
    .length(1),
})

export const teamsVendor: Vendor = {
  response: { status: 202, body: '' },
  read(request) {
    const { faults, value } = readJson(request, Body)
    if (Buffer.byteLength(request.body) > 28 << 10) faults.push('more than 28 KB')
    const card = value?.attachments[0]?.content
    if (card === undefined) return { faults, pings: [], links: [], text: '' }
    const marked = card.body.flatMap((each) => (each.type === 'TextBlock' ? [each.text] : []))
    const runs = card.body.flatMap((each) => (each.type === 'RichTextBlock' ? each.inlines : []))
    return {
      faults,
      pings: card.msteams === undefined ? [] : ['entities'],
      links: [
        ...(card.actions ?? []).map(({ url }) => url),
        ...marked.flatMap((each) => each.match(/\[[^[\]]{0,100}\]\(|https?:\/\/\S/g) ?? []),
      ],
      text: [...marked, ...runs.map(({ text }) => text)].join('\n'),
    }
  },
}

/** Incoming webhooks and Block Kit: docs.slack.dev, “Sending messages using incoming webhooks” and “Blocks”. */
import { z } from 'zod'
import { readJson, type Vendor } from './vendor.ts'

const text = (maximum: number) =>
  z.union([
    z.strictObject({
      type: z.literal('plain_text'),
      text: z.string().min(1).max(maximum),
      emoji: z.boolean().optional(),
    }),
    z.strictObject({
      type: z.literal('mrkdwn'),
      text: z.string().min(1).max(maximum),
      verbatim: z.boolean().optional(),
    }),
  ])
const plain = (maximum: number) => text(maximum).refine((each) => each.type === 'plain_text', 'must be plain_text')
const Button = z.strictObject({ type: z.literal('button'), text: plain(75), url: z.url().max(3_000) })
const Block = z.union([
  z.strictObject({ type: z.literal('header'), text: plain(150) }),
  z
    .strictObject({
      type: z.literal('section'),
      text: text(3_000).optional(),
      fields: z.array(text(2_000)).min(1).max(10).optional(),
    })
    .refine((block) => block.text !== undefined || block.fields !== undefined, 'needs text or fields'),
  z.strictObject({ type: z.literal('actions'), elements: z.array(Button).min(1).max(25) }),
])
const Body = z.strictObject({
  text: z.string().min(1).max(40_000),
  mrkdwn: z.boolean().optional(),
  unfurl_links: z.boolean().optional(),
  unfurl_media: z.boolean().optional(),
  blocks: z.array(Block).max(50),
})

export const slackVendor: Vendor = {
  response: { status: 200, headers: { 'content-type': 'text/html' }, body: 'ok' },
  read(request) {
    const { faults, value } = readJson(request, Body)
    if (value === null) return { faults, pings: [], links: [], text: '' }
    const objects = value.blocks.flatMap((block) => {
      if (block.type === 'actions') return block.elements.map((each) => each.text)
      return [...(block.text === undefined ? [] : [block.text]), ...('fields' in block ? (block.fields ?? []) : [])]
    })
    const markup = [value.text, ...objects.filter((each) => each.type === 'mrkdwn').map((each) => each.text)]
    const links = value.blocks.flatMap((block) =>
      block.type === 'actions' ? block.elements.map(({ url }) => url) : [],
    )
    return {
      faults,
      // In Slack markup only text in angle brackets has a meaning.
      pings: markup.flatMap((each) => each.match(/<[!@#][^<>]{0,300}>/g) ?? []),
      links: [...links, ...markup.flatMap((each) => each.match(/<(?:https?|mailto):[^<>]{0,300}>/g) ?? [])],
      text: objects.map((each) => each.text).join('\n'),
    }
  },
}

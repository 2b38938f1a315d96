/** The Bot API: core.telegram.org/bots/api, “sendMessage” and “HTML style”. */
import { z } from 'zod'
import { findLinks, findMentions, readJson, type Vendor } from './vendor.ts'

const Body = z.strictObject({
  chat_id: z.union([z.int(), z.string().regex(/^(?:-?\d+|@\w{4,32})$/)]),
  message_thread_id: z.int().optional(),
  text: z.string().min(1),
  parse_mode: z.literal('HTML').optional(),
  link_preview_options: z.strictObject({ is_disabled: z.boolean() }).optional(),
  disable_notification: z.boolean().optional(),
})
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

export const telegramVendor: Vendor = {
  response: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"ok":true,"result":{"message_id":1}}',
  },
  read(request) {
    const { faults, value } = readJson(request, Body)
    if (!/^\/bot\d+:[\w-]+\/sendMessage$/.test(request.path)) faults.push('path')
    if (value === null) return { faults, pings: [], links: [], text: '' }
    const { text } = value
    // Tags without attributes that we use; anything else in angle brackets is rejected.
    const rest = text.replace(/<\/?(?:b|code)>|<a href="[^"<>]*">|<\/a>/g, '')
    if (/[<>]/.test(rest)) faults.push('unsupported start tag')
    if (/&(?!(?:amp|lt|gt|quot|#39);)/.test(rest)) faults.push('unknown entity')
    if (!isBalanced(text)) faults.push('tags do not end where they should')
    const shown = readEntities(rest)
    if (shown.length > 4_096) faults.push('message is too long')
    const outside = readEntities(text.replace(/<code>[^<]{0,300}<\/code>|<[^<>]{0,300}>/g, ' '))
    const hrefs = [...text.matchAll(/<a href="([^"]*)">/g)].map(([, href = '']) => readEntities(href))
    return { faults, pings: findMentions(outside), links: [...hrefs, ...findLinks(outside)], text: shown }
  },
}

function isBalanced(text: string): boolean {
  const open: string[] = []
  for (const [, slash, tag = ''] of text.matchAll(/<(\/?)(b|code|a)\b[^<>]{0,300}>/g)) {
    if (slash === '') open.push(tag)
    else if (open.pop() !== tag) return false
  }
  return open.length === 0
}

function readEntities(text: string): string {
  return text.replace(/&([a-z]+|#39);/g, (whole, name: string) => entities[name] ?? whole)
}

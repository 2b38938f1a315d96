/** Channel webhooks: docs.discord.com, “Execute Webhook”, “Embed Limits” and “Allowed Mentions”. */
import { z } from 'zod'
import { readJson, type Vendor } from './vendor.ts'

const Field = z.strictObject({
  name: z.string().trim().min(1).max(256),
  value: z.string().trim().min(1).max(1_024),
  inline: z.boolean().optional(),
})
const Embed = z.strictObject({
  title: z.string().max(256).optional(),
  description: z.string().max(4_096).optional(),
  // Discord rejects hostnames without a domain.
  url: z.url({ protocol: /^https?$/, hostname: /\./ }).optional(),
  color: z.int().min(0).max(0xffffff).optional(),
  fields: z.array(Field).max(25).optional(),
  timestamp: z.iso.datetime().optional(),
})
const Body = z
  .strictObject({
    content: z.string().max(2_000).optional(),
    embeds: z.array(Embed).min(1).max(10),
    allowed_mentions: z.strictObject({ parse: z.array(z.enum(['roles', 'users', 'everyone'])) }).optional(),
  })
  .refine((body) => textsOf(body.embeds).join('').length <= 6_000, 'embeds hold more than 6,000 characters')

export const discordVendor: Vendor = {
  response: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"id":"1","type":0,"content":""}' },
  read(request) {
    const { faults, value } = readJson(request, Body)
    if (!request.path.includes('wait=true')) faults.push('does not wait for the message to be stored')
    if (value === null) return { faults, pings: [], links: [], text: '' }
    const texts = textsOf(value.embeds)
    // A backslash escapes the character that follows.
    const bare = texts.map((each) => each.replace(/\\[^A-Za-z0-9\s]/g, '\u0001'))
    const mayPing = value.allowed_mentions === undefined || value.allowed_mentions.parse.length > 0
    const mentions = bare.flatMap((each) => each.match(/@(?:everyone|here)|<[@#][^<>]{0,100}>/g) ?? [])
    return {
      faults: [...faults, ...(mayPing ? ['mentions are not switched off'] : [])],
      pings: mentions,
      links: [
        ...value.embeds.flatMap(({ url }) => (url === undefined ? [] : [url])),
        ...bare.flatMap((each) => each.match(/https?:\/\/\S|\[[^[\]]{0,100}\]\(/g) ?? []),
      ],
      text: texts.map((each) => each.replace(/\\([^A-Za-z0-9\s])/g, '$1')).join('\n'),
    }
  },
}

function textsOf(embeds: z.output<typeof Embed>[]): string[] {
  return embeds.flatMap(({ title, description, fields }) => [
    ...(title === undefined ? [] : [title]),
    ...(description === undefined ? [] : [description]),
    ...(fields ?? []).flatMap(({ name, value }) => [name, value]),
  ])
}

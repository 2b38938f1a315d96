/** docs.ntfy.sh, “Publish as JSON” and “Limitations”. */
import { z } from 'zod'
import { findLinks, findMentions, readJson, type Vendor } from './vendor.ts'

const Body = z.strictObject({
  topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/),
  title: z.string().optional(),
  message: z.string().optional(),
  priority: z.int().min(1).max(5).optional(),
  tags: z.array(z.string()).optional(),
  click: z.url().optional(),
  markdown: z.boolean().optional(),
})

export const ntfyVendor: Vendor = {
  response: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"id":"sPs71M8A2T","time":1643935928,"event":"message","topic":"alerts"}',
  },
  read(request) {
    const { faults, value } = readJson(request, Body)
    if (request.path !== '/') faults.push('JSON is published at the root')
    const { authorization } = request.headers
    if (authorization !== undefined && !/^Bearer tk_\w+$/.test(authorization)) faults.push('authorization')
    if (value === null) return { faults, pings: [], links: [], text: '' }
    const { title = '', message = '', click, markdown } = value
    if (Buffer.byteLength(message) > 4_096) faults.push('the message would become an attachment')
    if (Buffer.byteLength(title) > 250) faults.push('the title is too long')
    if (markdown === true) faults.push('text of others would be read as Markdown')
    const text = `${title}\n${message}`
    return {
      faults,
      pings: findMentions(text),
      links: [...(click === undefined ? [] : [click]), ...findLinks(text)],
      text,
    }
  },
}

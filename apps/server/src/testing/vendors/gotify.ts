/** gotify.net/docs, “Push messages” and “Message extras”. */
import { z } from 'zod'
import { findLinks, findMentions, readJson, type Vendor } from './vendor.ts'

const Body = z.strictObject({
  title: z.string().optional(),
  message: z.string().min(1),
  priority: z.int().min(0).max(10).optional(),
  extras: z
    .strictObject({
      'client::display': z.strictObject({ contentType: z.enum(['text/plain', 'text/markdown']) }).optional(),
      'client::notification': z.strictObject({ click: z.strictObject({ url: z.url() }) }).optional(),
    })
    .optional(),
})

export const gotifyVendor: Vendor = {
  response: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"id":25,"appid":5,"message":"x","date":"2026-01-01T00:00:00Z"}',
  },
  read(request) {
    const { faults, value } = readJson(request, Body)
    if (request.path !== '/message') faults.push('path')
    if (!/^\S+$/.test(request.headers['x-gotify-key'] ?? '')) faults.push('no token')
    if (value === null) return { faults, pings: [], links: [], text: '' }
    if (value.extras?.['client::display']?.contentType === 'text/markdown') faults.push('text of others as Markdown')
    const click = value.extras?.['client::notification']?.click.url
    const text = `${value.title ?? ''}\n${value.message}`
    return {
      faults,
      pings: findMentions(text),
      links: [...(click === undefined ? [] : [click]), ...findLinks(text)],
      text,
    }
  },
}

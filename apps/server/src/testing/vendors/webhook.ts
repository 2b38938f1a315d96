/** github.com/standard-webhooks, “Standard Webhooks” 1.0: headers, signed content, several signatures, five minutes. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { readJson, type Vendor, type VendorRequest } from './vendor.ts'

const Body = z.object({
  type: z.string().regex(/^[\w.]+$/),
  timestamp: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()),
})
const toleranceSeconds = 300

/** Accepts one key, as a receiver does. */
export function webhookVendor(key: () => string): Vendor {
  return {
    response: { status: 204, body: '' },
    read(request) {
      const { faults, value } = readJson(request, Body)
      if (!isSigned(request, key())) faults.push('signature')
      if (!/^[\w-]{1,256}$/.test(request.headers['webhook-id'] ?? '')) faults.push('id')
      if (Buffer.byteLength(request.body) > 256 << 10) faults.push('more than 256 KB')
      return { faults, pings: [], links: [], text: value === null ? '' : request.body }
    },
  }
}

export function isSigned({ headers, body }: VendorRequest, key: string, nowMs: number = Date.now()): boolean {
  const timestamp = headers['webhook-timestamp'] ?? ''
  if (!/^\d{10}$/.test(timestamp) || Math.abs(nowMs / 1_000 - Number(timestamp)) > toleranceSeconds) return false
  const secret = Buffer.from(key.replace(/^whsec_/, ''), 'base64')
  if (secret.length < 24 || secret.length > 64) return false
  const wanted = createHmac('sha256', secret).update(`${headers['webhook-id']}.${timestamp}.${body}`).digest()
  return (headers['webhook-signature'] ?? '').split(' ').some((each) => {
    const [version, signature = ''] = each.split(',')
    const given = Buffer.from(signature, 'base64')
    return version === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

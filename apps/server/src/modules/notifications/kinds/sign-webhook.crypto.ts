/** Standard Webhooks signatures: HMAC-SHA256 over id, time and body, one per valid key. */
import { createHmac, randomBytes } from 'node:crypto'

export const webhookKeyPrefix = 'whsec_'
/** The standard requires 24 to 64. */
const keyBytes = 32

export function newWebhookKey(): string {
  return `${webhookKeyPrefix}${randomBytes(keyBytes).toString('base64')}`
}

export function signWebhook(
  keys: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  const signed = `${id}.${timestamp}.${body}`
  return keys.map((key) => `v1,${createHmac('sha256', bytesOf(key)).update(signed).digest('base64')}`).join(' ')
}

function bytesOf(key: string): Buffer {
  return Buffer.from(key.startsWith(webhookKeyPrefix) ? key.slice(webhookKeyPrefix.length) : key, 'base64')
}

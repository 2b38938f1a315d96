import { describe, expect, test } from 'vitest'
import { hostilePayload, hostileTexts } from '../../../testing/vendors/hostile-payload.ts'
import { readMail } from '../../../testing/vendors/mail.ts'
import type { RenderedMessage } from '../../../testing/vendors/vendor.ts'
import { httpVendorKinds, vendorsWith } from '../../../testing/vendors/vendors.ts'
import { severityOf } from '../../notices/index.ts'
import { type NoticePayload, noticeEvents } from '../../notices/notice-events.schemas.ts'
import { messageOf } from '../messages/notice-messages.text.ts'
import { samplePayload } from '../messages/sample-payloads.policy.ts'
import { type ConnectorKind, connectorConfigs, connectorKinds } from './connector-configs.schemas.ts'
import { composeMail } from './email.policy.ts'
import type { SignedContent } from './http-kind.policy.ts'
import { httpKinds } from './http-kinds.policy.ts'
import { maskConfig, previewDelivery, showDelivery } from './show-delivery.policy.ts'
import { newWebhookKey, signWebhook } from './sign-webhook.crypto.ts'

const key = newWebhookKey()
const sign = (content: SignedContent) => signWebhook([key], content)
const vendors = vendorsWith(() => key)
const publicUrl = 'https://longshore.example'
const sending = { deliveryId: 'dlv_01k9z4q7xkf0n8v4w2t6m3c5ra', at: new Date() }
const occurredAt = new Date('2026-11-15T09:30:00.000Z')

const marker = 'S3cretWordThatNobodyMaySee'
const configs: Record<ConnectorKind, unknown> = {
  email: { to: 'ada@example.com' },
  slack: { url: `https://hooks.slack.com/services/T0/B0/${marker}` },
  discord: { url: `https://discord.com/api/webhooks/1/${marker}?thread_id=7` },
  telegram: { token: `123456:${marker}`, chatId: '-1001234567890', threadId: 4 },
  teams: { url: `https://prod-01.westeurope.logic.azure.com/workflows/1/triggers/manual/paths/invoke?sig=${marker}` },
  ntfy: { topic: marker, token: `tk_${marker}` },
  gotify: { url: 'https://gotify.example.com/sub/', token: marker },
  webhook: { url: `https://example.com/hooks?token=${marker}` },
}

describe.each(connectorKinds)('%s', (kind) => {
  test.each(noticeEvents)('%s is a message that the vendor accepts', (event) => {
    const payload = samplePayload(event)
    const { title } = render(payload)
    const seen = see(kind, payload)
    expect(seen.faults).toEqual([])
    expect(seen.text.replaceAll('\u200b', '')).toContain(title)
    expect(seen.pings).toEqual([])
    for (const link of seen.links) expect(link).toMatch(/^https:\/\/longshore\.example\//)
  })

  test.each(hostileTexts)('%j mentions no one and creates no link', (text) => {
    for (const event of noticeEvents) {
      const seen = see(kind, hostilePayload(event, text))
      expect(seen.faults, event).toEqual([])
      expect(seen.pings, event).toEqual([])
      expect(seen.links.filter((link) => !link.startsWith(`${publicUrl}/`))).toEqual([])
    }
  })

  test.each(['x', '€', '😀', '<', '*', '\\', '@a '])('the longest texts of %j stay within the limits', (character) => {
    for (const event of noticeEvents)
      expect(see(kind, hostilePayload(event, character.repeat(2_000))).faults, event).toEqual([])
  })

  test('logged and shown requests contain no secret', () => {
    const payload = samplePayload('deployment_failed')
    const shown = showDelivery(kind, configs[kind], {
      message: render(payload),
      payload,
      sending: { ...sending, sign },
    })
    expect(JSON.stringify(shown)).not.toContain(marker)
    expect(JSON.stringify(shown)).not.toContain(key)
    const masked = maskConfig(kind, configs[kind])
    expect(JSON.stringify(masked)).not.toContain(marker)
    expect(previewDelivery(kind, masked, { message: render(payload), payload, sending })).toEqual(shown)
  })
})

function render(payload: NoticePayload) {
  return messageOf(payload, { id: sending.deliveryId, severity: severityOf(payload), occurredAt, publicUrl })
}

function see(kind: ConnectorKind, payload: NoticePayload): RenderedMessage {
  const message = render(payload)
  if (kind === 'email') return readMail(composeMail(message))
  const config = connectorConfigs[kind].parse(configs[kind])
  const request = httpKinds[kind].compose(config, message, payload, { ...sending, sign })
  const { pathname, search } = new URL(request.url)
  const seen = vendors[kind].read({ ...request, path: `${pathname.replace('/sub', '')}${search}` })
  // A program reads a webhook as data, not as text.
  return kind === 'webhook' ? { ...seen, text: JSON.parse(request.body).message.title } : seen
}

test('every kind but mail has its vendor', () => {
  expect([...httpVendorKinds, 'email'].sort()).toEqual([...connectorKinds].sort())
})

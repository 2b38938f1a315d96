import { expect, test } from 'vitest'
import { isSigned } from '../../../testing/vendors/webhook.ts'
import { newWebhookKey, signWebhook } from './sign-webhook.crypto.ts'

test('matches the example of the standard', () => {
  const signature = signWebhook(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
  })
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test("a receiver with either of two keys accepts, one with another doesn't, and changes are detected", () => {
  const [first, second, other] = [newWebhookKey(), newWebhookKey(), newWebhookKey()]
  const timestamp = Math.floor(Date.now() / 1_000)
  const signature = signWebhook([first, second], { id: 'dlv_1', timestamp, body: '{}' })
  const headers = { 'webhook-id': 'dlv_1', 'webhook-timestamp': String(timestamp), 'webhook-signature': signature }
  const request = { method: 'POST', path: '/', headers, body: '{}' }
  expect(isSigned(request, first)).toBe(true)
  expect(isSigned(request, second)).toBe(true)
  expect(isSigned(request, other)).toBe(false)
  expect(isSigned({ ...request, body: '{} ' }, first)).toBe(false)
  expect(isSigned({ ...request, headers: { ...headers, 'webhook-id': 'dlv_2' } }, first)).toBe(false)
  expect(isSigned(request, first, Date.now() + 600_000)).toBe(false)
})

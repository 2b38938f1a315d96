/** Any program that accepts JSON, signed with Standard Webhooks. The id stays the same on every attempt. */
import { secretMark } from '../../../platform/secrets/secret-mark.policy.ts'
import { type ConnectorConfigs, WebhookConfig } from './connector-configs.schemas.ts'
import { evaluateStatus, later } from './evaluate-response.policy.ts'
import type { HttpKind } from './http-kind.policy.ts'
import { maskUrl } from './mask-url.policy.ts'

export const webhook: HttpKind<ConnectorConfigs['webhook']> = {
  kind: 'webhook',
  config: WebhookConfig,
  mask: ({ url }) => ({ url: maskUrl(url) }),
  compose({ url }, message, payload, { deliveryId: id, at, sign }) {
    const { event: type, occurredAt, severity, title, cause, remedy, link } = message
    const summary = { title, ...(cause === undefined ? {} : { cause }), ...(remedy === undefined ? {} : { remedy }) }
    const body = JSON.stringify({
      type,
      timestamp: occurredAt.toISOString(),
      severity,
      message: { ...summary, ...(link === undefined ? {} : { link }) },
      data: payload,
    })
    const timestamp = Math.floor(at.getTime() / 1_000)
    return {
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': sign === undefined ? secretMark : sign({ id, timestamp, body }),
      },
      body,
    }
  },
  readResponse(status, headers) {
    const failure = evaluateStatus(status, headers)
    if (failure === null) return { ok: true }
    // A receiver that is being deployed returns 404 too; only 410 means never again.
    const isNever = status === 410 || (status >= 300 && status < 400)
    return isNever || !failure.isFinal ? failure : later(failure.reason)
  },
}

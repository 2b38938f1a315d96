/**
 * One attempt of one delivery, by HTTP through the outbound guard or by the instance's mail server. It never throws for
 * what the other side does: every outcome is a verdict, in our own words.
 */
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { OutboundError, type OutboundFailure } from '../../../platform/outbound/outbound-error.ts'
import { type ConnectorKind, connectorConfigs } from '../kinds/connector-configs.schemas.ts'
import { later, refused } from '../kinds/evaluate-response.policy.ts'
import type { Sending, SignedContent, Verdict } from '../kinds/http-kind.policy.ts'
import { httpKinds } from '../kinds/http-kinds.policy.ts'
import { signWebhook } from '../kinds/sign-webhook.crypto.ts'
import type { NoticeMessage } from '../messages/notice-message.policy.ts'
import { type MailTools, sendNoticeMail } from './send-notice-mail.client.ts'

export interface NoticeDelivery {
  organizationId: OrganizationId
  kind: ConnectorKind
  /** The unsealed configuration. */
  config: unknown
  message: NoticeMessage
  payload: unknown
  /** `keys` sign webhooks, newest first. */
  sending: Omit<Sending, 'sign'> & { keys?: readonly string[] }
}

export interface SendResult {
  verdict: Verdict
  /** Response status; null if there was no response. */
  status: number | null
  durationMs: number
}

export interface NoticeSender {
  send(delivery: NoticeDelivery, signal: AbortSignal): Promise<SendResult>
}

/** All within the ten seconds in which a test responds. */
const limits = { connectMs: 3_500, firstByteMs: 5_500, totalMs: 6_500 }
/** Vendors respond with a line or two. */
const maximumBytes = 64 << 10

export function createNoticeSender(options: MailTools & { outbound: Outbound }): NoticeSender {
  return {
    async send(delivery, signal) {
      const startedMs = performance.now()
      const { verdict, status } =
        delivery.kind === 'email'
          ? await sendNoticeMail(options, connectorConfigs.email.parse(delivery.config), {
              message: delivery.message,
              deliveryId: delivery.sending.deliveryId,
              organizationId: delivery.organizationId,
              signal: AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)]),
            })
          : await sendRequest(options.outbound, { ...delivery, kind: delivery.kind }, signal)
      signal.throwIfAborted()
      return { verdict, status, durationMs: Math.round(performance.now() - startedMs) }
    },
  }
}

async function sendRequest(
  outbound: Outbound,
  delivery: NoticeDelivery & { kind: Exclude<ConnectorKind, 'email'> },
  signal: AbortSignal,
): Promise<Omit<SendResult, 'durationMs'>> {
  const { config, message, payload } = delivery
  const { keys, ...sending } = delivery.sending
  const sign = keys === undefined ? {} : { sign: (content: SignedContent) => signWebhook(keys, content) }
  const kind = httpKinds[delivery.kind]
  const request = kind.compose(config, message, payload, { ...sending, ...sign })
  try {
    // Connectors have their own circuit breaker, and a test must show what really happens.
    const answer = await outbound.request({
      ...request,
      // A kept-alive connection may be closed at the moment it is used, which would look like a failure of the other
      // side.
      headers: { ...request.headers, connection: 'close' },
      signal,
      scope: null,
      limits,
      maximumBytes,
    })
    const verdict = kind.readResponse(answer.status, answer.headers, answer.body.toString('utf8'))
    return { verdict, status: answer.status }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { verdict: judgeFailure(error), status: null }
  }
}

/** Failures that only another config, or the operator, can fix. */
const lasting: ReadonlySet<OutboundFailure> = new Set(['invalid_url', 'address_not_allowed', 'plain_http'])

function judgeFailure({ failure, message }: OutboundError): Verdict {
  return lasting.has(failure) ? refused(message) : later(message)
}

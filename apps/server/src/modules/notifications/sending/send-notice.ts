/**
 * One try of one delivery, by HTTP through the guard of outbound requests or by the instance's mail server. It never throws for
 * what the other side does: every end is a verdict, in words of our own.
 */
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { OutboundError, type OutboundFailure } from '../../../platform/outbound/outbound-error.ts'
import { type ConnectorKind, connectorConfigs } from '../kinds/connector-configs.schemas.ts'
import { later, refused } from '../kinds/evaluate-response.ts'
import type { Sending, Verdict } from '../kinds/http-kind.ts'
import { httpKinds } from '../kinds/http-kinds.ts'
import type { NoticeMessage } from '../messages/notice-message.ts'
import { type MailTools, sendNoticeMail } from './send-notice-mail.ts'

export interface NoticeDelivery {
  organizationId: OrganizationId
  kind: ConnectorKind
  /** Unsealed. */
  config: unknown
  message: NoticeMessage
  payload: unknown
  sending: Sending
}

export interface SendResult {
  verdict: Verdict
  /** Of the answer; null when there was none. */
  status: number | null
  durationMs: number
}

export interface NoticeSender {
  send(delivery: NoticeDelivery, signal: AbortSignal): Promise<SendResult>
}

/** All within the ten seconds in which a test answers. */
const limits = { connectMs: 3_500, firstByteMs: 5_500, totalMs: 6_500 }
/** Vendors answer with a line or two. */
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
  const { config, message, payload, sending } = delivery
  const kind = httpKinds[delivery.kind]
  const request = kind.compose(config, message, payload, sending)
  try {
    // Connectors have a circuit of their own, and a test is to say what really happens.
    const answer = await outbound.request({
      ...request,
      // A kept connection may be closed in the moment it is used, which would look like a failure of the other side.
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

/** What only another config, or the operator, can mend. */
const lasting: ReadonlySet<OutboundFailure> = new Set(['invalid_url', 'address_not_allowed', 'plain_http'])

function judgeFailure({ failure, message }: OutboundError): Verdict {
  return lasting.has(failure) ? refused(message) : later(message)
}

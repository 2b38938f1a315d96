/** One attempt of one delivery, and its stored details. */
import type { Database } from '../../../platform/database/database.ts'
import type { Unsealer } from '../../../platform/secrets/unseal.ts'
import type { AttemptVerdict } from '../attempts.policy.ts'
import type { ConnectorRow } from '../connectors.repository.ts'
import type { DeliveryAttempt, SentRequest } from '../delivery-log.schemas.ts'
import { showDelivery } from '../kinds/show-delivery.policy.ts'
import type { NoticeMessage } from '../messages/notice-message.policy.ts'
import type { OpenConnector } from './open-connector.crypto.ts'
import type { NoticeSender } from './send-notice.client.ts'

export interface DeliverTools {
  database: Database
  unsealer: Unsealer
  sender: NoticeSender
  publicUrl: string
  /** Pause before the second attempt. */
  firstPauseMs: number
}

export interface AttemptResult {
  verdict: AttemptVerdict
  attempt: DeliveryAttempt
  /** Null if nothing was sent. */
  request: SentRequest | null
}

const maxBody = 16_384

export interface DeliveryContext {
  connector: ConnectorRow
  open: OpenConnector
  /** Delivery id in wire format. */
  id: string
  message: NoticeMessage
  payload: unknown
}

export async function attemptDelivery(
  sender: NoticeSender,
  delivery: DeliveryContext,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { connector, open, id, message, payload } = delivery
  const { kind } = connector
  const at = new Date()
  const sending = { deliveryId: id, at, ...(open.keys.length === 0 ? {} : { keys: open.keys }) }
  const { verdict, status, durationMs } = await sender.send(
    { organizationId: connector.organization_id, kind, config: open.config, message, payload, sending },
    signal,
  )
  const { body, ...shown } = showDelivery(kind, open.config, { message, payload, sending })
  const error = verdict.ok ? null : verdict.reason.slice(0, 1_000)
  return {
    verdict,
    attempt: { at: at.toISOString(), status, durationMs, error },
    request: { ...shown, body: body.slice(0, maxBody) },
  }
}

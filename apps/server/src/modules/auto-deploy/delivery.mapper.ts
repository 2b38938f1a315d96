/** Maps deliveries to the API. */
import type { WebhookDelivery } from './auto-deploy.schemas.ts'
import { deliveryReasons, isDeliveryReason } from './delivery-reasons.policy.ts'
import { StoredEvent } from './stored-event.schemas.ts'
import type { DeliveryRow } from './webhook-deliveries.repository.ts'

export function toDelivery(row: DeliveryRow): WebhookDelivery {
  const event = StoredEvent.safeParse(row.event).data ?? null
  const push = event?.kind === 'push' ? event : null
  const request = event?.kind === 'pull-request' ? event : null
  return {
    id: row.id,
    environmentId: row.environment_id,
    origin: row.origin,
    event: row.event_name,
    ref: push?.ref ?? null,
    commit: push?.commit ?? null,
    pullRequest:
      request === null
        ? null
        : { number: request.number, action: request.action, title: request.title, url: request.url },
    status: row.status,
    reason: row.reason === null ? null : { code: row.reason, detail: detailOf(row.reason) },
    deploymentId: row.deployment_id,
    redeliveryOf: row.redelivery_of,
    receivedAt: row.received_at,
    decidedAt: row.decided_at,
  }
}

function detailOf(reason: string): string {
  return isDeliveryReason(reason) ? deliveryReasons[reason] : 'See the code.'
}

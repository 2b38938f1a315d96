/** Schemas of deliveries: what a connector was sent, and the outcome. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'
import { Severity } from '../notices/notice-severity.schemas.ts'
import { DeliveryAttempt, DeliveryEvent, DeliveryStatus, SentRequest } from './delivery-log.schemas.ts'

export const Delivery = z
  .object({
    id: idOf('dlv').meta({
      description:
        'Unique ID of the delivery. It stays the same for every attempt; webhooks receive it as the header `webhook-id`.',
    }),
    event: DeliveryEvent,
    severity: Severity,
    status: DeliveryStatus,
    attemptCount: z.int().describe('Number of attempts so far.'),
    request: SentRequest.nullable().meta({
      description: 'Last request or email that was sent. Null before the first attempt.',
    }),
    attempts: z.array(DeliveryAttempt).describe('Results of the latest attempts, oldest first.'),
    reason: z
      .string()
      .nullable()
      .describe('Why the last attempt failed, in a sentence for people. Null if it succeeded.'),
    createdAt: Time.describe('When the event happened.'),
    updatedAt: Time.describe('When the notification was queued, or queued again by a redelivery.'),
    finishedAt: Time.nullable().describe('When the delivery arrived or was given up. Null while it is waiting.'),
  })
  .meta({ id: 'NotificationDelivery', description: 'One notification on its way to a channel.' })
export type Delivery = z.output<typeof Delivery>

export const DeliveriesQuery = PageQuery.extend({ status: DeliveryStatus.optional() })
export type DeliveriesQuery = z.output<typeof DeliveriesQuery>

export const DeliveryPath = z.strictObject({ id: idOf('ntc'), did: idOf('dlv') })
export type DeliveryPath = z.output<typeof DeliveryPath>

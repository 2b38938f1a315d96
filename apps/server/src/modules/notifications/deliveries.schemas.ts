/** Shapes of deliveries: what a connector was told, and how that went. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'
import { NoticeEventName } from '../notices/notice-events.schemas.ts'
import { Severity } from '../notices/notice-severity.schemas.ts'
import { DeliveryAttempt, SentRequest } from './delivery-log.schemas.ts'

const statuses = ['waiting', 'delivered', 'failed'] as const

export const Delivery = z
  .object({
    id: idOf('dlv').meta({ description: 'The same on every try; webhooks have it as `webhook-id`.' }),
    event: NoticeEventName,
    severity: Severity,
    status: z.enum(statuses),
    tries: z.int(),
    request: SentRequest.nullable().meta({ description: 'The last one; null: it was not tried yet.' }),
    attempts: z.array(DeliveryAttempt),
    reason: z.string().nullable(),
    createdAt: Time,
    updatedAt: Time,
    finishedAt: Time.nullable(),
  })
  .meta({ id: 'NoticeDelivery' })
export type Delivery = z.output<typeof Delivery>

export const DeliveriesQuery = PageQuery.extend({ status: z.enum(statuses).optional() })
export type DeliveriesQuery = z.output<typeof DeliveriesQuery>

export const DeliveryPath = z.strictObject({ id: idOf('ntc'), did: idOf('dlv') })
export type DeliveryPath = z.output<typeof DeliveryPath>

/** Lists deliveries, repeats them, and tests connectors. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId, newId } from '../../platform/ids/type-id.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import { type Page, toPage } from '../../platform/pagination/page.schemas.ts'
import { recordAudit } from '../audit/index.ts'
import { severityOf } from '../notices/index.ts'
import type { NoticeEvent } from '../notices/notice-events.schemas.ts'
import { testConnector } from './calls/notifications.definition.ts'
import { type ConnectorRow, closeCircuit, findConnector } from './connectors.repository.ts'
import type { ConnectorTest } from './connectors.schemas.ts'
import { findDelivery, listDeliveries, redeliver, wakeDelivery } from './deliveries.repository.ts'
import type { DeliveriesQuery, Delivery, DeliveryPath } from './deliveries.schemas.ts'
import { type SentRequest, testEvent } from './delivery-log.schemas.ts'
import { previewDelivery } from './kinds/show-delivery.policy.ts'
import { messageOf } from './messages/notice-messages.text.ts'
import { samplePayload } from './messages/sample-payloads.policy.ts'
import { publishConnectorUpdated } from './notifications.events.ts'
import { notificationProblems } from './notifications.problems.ts'

export interface DeliveriesService {
  list(actor: Actor, id: Id<'ntc'>, query: DeliveriesQuery): Promise<Page<Delivery>>
  redeliver(actor: Actor, path: DeliveryPath): Promise<Delivery>
  test(actor: Actor, id: Id<'ntc'>): Promise<ConnectorTest>
  preview(actor: Actor, id: Id<'ntc'>, event: NoticeEvent): Promise<SentRequest>
}

export interface DeliveriesOptions {
  database: Database
  link: Pick<LinkClient, 'call'>
  publicUrl: string
}

export function createDeliveriesService(options: DeliveriesOptions): DeliveriesService {
  const { database, publicUrl } = options
  return {
    list: ({ organizationId }, id, { cursor, limit, status }) =>
      database.tenant(organizationId, async (tx) => {
        await requireConnector(tx, organizationId, id)
        const page = { connectorId: id, before: cursor, limit, status }
        return toPage(await listDeliveries(tx, organizationId, page), limit)
      }),
    redeliver: (actor, path) => database.tenant(actor.organizationId, (tx) => requestRedelivery(tx, actor, path)),
    test: (actor, id) => test(options, actor, id),
    async preview({ organizationId }, id, event) {
      const { kind, configuration } = await database.tenant(organizationId, (tx) =>
        requireConnector(tx, organizationId, id),
      )
      const [deliveryId, at, payload] = [encodeId('dlv', newId('dlv')), new Date(), samplePayload(event)]
      const message = messageOf(payload, { id: deliveryId, severity: severityOf(payload), occurredAt: at, publicUrl })
      return previewDelivery(kind, configuration, { message, payload, sending: { deliveryId, at } })
    },
  }
}

async function requestRedelivery(tx: Tx, actor: Actor, { id, did }: DeliveryPath): Promise<Delivery> {
  const { organizationId } = actor
  await requireConnector(tx, organizationId, id)
  const known = await findDelivery(tx, organizationId, { id: did, connectorId: id })
  if (known?.event === testEvent) throw new AppError(notificationProblems.delivery_is_test)
  const row = await redeliver(tx, organizationId, { id: did, connectorId: id })
  if (row === undefined) throw notFound()
  if (row === null) throw new AppError(notificationProblems.delivery_waiting)
  await recordAudit(tx, actor, {
    action: 'connector.redelivered',
    targetKind: 'connector',
    targetId: id,
    detail: { deliveryId: encodeId('dlv', did), event: row.event },
  })
  await wakeDelivery(tx, organizationId)
  return row
}

/** A successful test closes the circuit: waiting deliveries start immediately. */
async function test({ database, link }: DeliveriesOptions, actor: Actor, id: Id<'ntc'>): Promise<ConnectorTest> {
  const { organizationId, userId: actorId } = actor
  await database.tenant(organizationId, (tx) => requireConnector(tx, organizationId, id))
  const result = await link.call(testConnector, { connectorId: id }, { organizationId, actorId })
  await database.tenant(organizationId, async (tx) => {
    const { ok } = result
    const hasRecovered = ok && (await closeCircuit(tx, organizationId, id))
    if (ok) await wakeDelivery(tx, organizationId)
    await recordAudit(tx, actor, { action: 'connector.tested', targetKind: 'connector', targetId: id, detail: { ok } })
    if (hasRecovered) await publishConnectorUpdated(tx, organizationId, { id, action: 'recovered' })
  })
  return result
}

async function requireConnector(tx: Tx, organizationId: OrganizationId, id: Id<'ntc'>): Promise<ConnectorRow> {
  const row = await findConnector(tx, organizationId, id)
  if (row === undefined) throw notFound()
  return row
}

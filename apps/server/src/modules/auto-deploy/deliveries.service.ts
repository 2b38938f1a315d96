/** Lists deliveries and redelivers them. */
import { createHash } from 'node:crypto'
import type { Actor } from '../../platform/access/actor.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId, newId } from '../../platform/ids/type-id.ts'
import { type Page, toPage } from '../../platform/pagination/page.schemas.ts'
import { recordAudit } from '../audit/index.ts'
import { requireEnvironment } from '../environments/index.ts'
import { autoDeployProblems } from './auto-deploy.problems.ts'
import { findAutoDeploy } from './auto-deploy.repository.ts'
import type { DeliveriesQuery, DeliveryPath, WebhookDelivery } from './auto-deploy.schemas.ts'
import { toDelivery } from './delivery.mapper.ts'
import { storeDeliveries } from './store-delivery.action.ts'
import { StoredEvent } from './stored-event.schemas.ts'
import { type DeliveryRow, findDelivery, listDeliveries } from './webhook-deliveries.repository.ts'

export interface DeliveriesService {
  list(actor: Actor, id: Id<'env'>, query: DeliveriesQuery): Promise<Page<WebhookDelivery>>
  get(actor: Actor, path: DeliveryPath): Promise<WebhookDelivery>
  redeliver(actor: Actor, path: DeliveryPath): Promise<WebhookDelivery>
}

export function createDeliveriesService({ database }: { database: Database }): DeliveriesService {
  return {
    async list({ organizationId }, id, { cursor, limit, status }) {
      const rows = await database.tenant(organizationId, async (tx) => {
        await requireEnvironment(tx, organizationId, id)
        return await listDeliveries(tx, organizationId, { environmentId: id, before: cursor, limit, status })
      })
      return toPage(rows.map(toDelivery), limit)
    },
    get: ({ organizationId }, path) =>
      database.tenant(organizationId, async (tx) => toDelivery(await requireDelivery(tx, organizationId, path))),
    redeliver: (actor, path) => createOnce(database, actor, (tx) => redeliver(tx, actor, path)),
  }
}

async function redeliver(tx: Tx, actor: Actor, path: DeliveryPath): Promise<WebhookDelivery> {
  const { organizationId } = actor
  const environment = await requireEnvironment(tx, organizationId, path.id)
  const row = await requireDelivery(tx, organizationId, path)
  if (!environment.auto_deploy_enabled) throw new AppError(autoDeployProblems.auto_deploy_off)
  const event = StoredEvent.safeParse(row.event).data
  if (event === undefined || row.decided_at === null) throw new AppError(autoDeployProblems.delivery_not_usable)
  const hook = await findAutoDeploy(tx, organizationId, path.id)
  if (hook === undefined) throw new AppError(autoDeployProblems.auto_deploy_off)
  const id = newId('whd')
  await storeDeliveries(tx, organizationId, [
    {
      id,
      environmentId: path.id,
      autoDeployId: hook.id,
      deliveryHash: createHash('sha256').update(id).digest(),
      bodyHash: null,
      origin: 'redelivery',
      redeliveryOf: row.id,
      eventName: row.event_name,
      event,
      ignored: null,
    },
  ])
  const again = await requireDelivery(tx, organizationId, { id: path.id, did: id })
  await recordAudit(tx, actor, {
    action: 'environment.webhook_redelivered',
    targetKind: 'environment',
    targetId: path.id,
    detail: { deliveryId: encodeId('whd', row.id) },
  })
  return toDelivery(again)
}

async function requireDelivery(
  tx: Tx,
  organizationId: OrganizationId,
  { id, did }: DeliveryPath,
): Promise<DeliveryRow> {
  const row = await findDelivery(tx, organizationId, { id: did, environmentId: id })
  if (row === undefined) throw notFound()
  return row
}

/** The only file that names `webhook_deliveries`. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/newest-first.ts'
import type { WebhookDeliveries } from '../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import type { DeliveryOrigin, DeliveryStatus } from './auto-deploy.schemas.ts'
import type { DeliveryReason } from './delivery-reasons.policy.ts'
import type { WebhookEvent } from './webhook-events.schemas.ts'

type Narrow = { origin: DeliveryOrigin; status: DeliveryStatus }
interface Ids {
  id: Id<'whd'>
  environment_id: Id<'env'>
  deployment_id: Id<'dep'> | null
  redelivery_of: Id<'whd'> | null
}
const columns = [
  'id', 'environment_id', 'origin', 'redelivery_of', 'event_name', 'event', 'status', 'reason', 'deployment_id',
  'received_at', 'decided_at',
] as const // biome-ignore format: a list
type Selected = Omit<Pick<Selectable<WebhookDeliveries>, (typeof columns)[number]>, keyof Narrow> & Narrow
export type DeliveryRow = Omit<Selected, keyof Ids> & Ids

export interface NewDelivery {
  id: Id<'whd'>
  environmentId: Id<'env'>
  autoDeployId: Id<'adp'>
  deliveryHash: Buffer
  bodyHash: Buffer | null
  origin: DeliveryOrigin
  redeliveryOf?: Id<'whd'>
  eventName: string
  event: WebhookEvent | null
  /** Null while the delivery is undecided. */
  ignored: DeliveryReason | null
}

/** Returns only deliveries that are new. */
export async function insertDeliveries(
  tx: Tx,
  organizationId: OrganizationId,
  deliveries: readonly NewDelivery[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`/* prepared */
    insert into webhook_deliveries (id, organization_id, environment_id, auto_deploy_id, delivery_hash, body_hash, origin, redelivery_of,
      event_name, event, status, reason, decided_at)
    select d.id, ${organizationId}, d.environment_id, d.auto_deploy_id, decode(d.delivery_hash, 'hex'), decode(d.body_hash, 'hex'),
      d.origin, d.redelivery_of, d.event_name, d.event, case when d.ignored is null then 'received' else 'ignored' end, d.ignored,
      case when d.ignored is not null then now() end
    from jsonb_to_recordset(${JSON.stringify(deliveries.map(toRecord))}::jsonb) as d (id uuid, environment_id uuid,
      auto_deploy_id uuid, delivery_hash text, body_hash text, origin text, redelivery_of uuid, event_name text, event jsonb, ignored text)
    on conflict do nothing returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the deliveries that arrived before, recognized by ID or body. */
export async function findRepeated(
  tx: Tx,
  organizationId: OrganizationId,
  deliveries: readonly NewDelivery[],
): Promise<Map<string, Id<'whd'>>> {
  if (deliveries.length === 0) return new Map()
  const { rows } = await sql<{ id: string; first: string }>`/* prepared */
    select d.id, w.id as first
    from jsonb_to_recordset(${JSON.stringify(deliveries.map(toRecord))}::jsonb) as d (id uuid, environment_id uuid,
      delivery_hash text, body_hash text)
    cross join lateral (
      select id from webhook_deliveries
      where organization_id = ${organizationId} and environment_id = d.environment_id and delivery_hash = decode(d.delivery_hash, 'hex')
      union all
      select id from webhook_deliveries
      where organization_id = ${organizationId} and environment_id = d.environment_id and body_hash = decode(d.body_hash, 'hex')
      limit 1
    ) w`.execute(tx)
  return new Map(rows.map(({ id, first }) => [id, brandId<'whd'>(first)]))
}

function toRecord({ event, ignored, origin, ...delivery }: NewDelivery) {
  return {
    id: delivery.id,
    environment_id: delivery.environmentId,
    auto_deploy_id: delivery.autoDeployId,
    delivery_hash: delivery.deliveryHash.toString('hex'),
    body_hash: delivery.bodyHash?.toString('hex') ?? null,
    origin,
    redelivery_of: delivery.redeliveryOf ?? null,
    event_name: delivery.eventName,
    event,
    ignored,
  }
}

export async function findDelivery(
  tx: Tx,
  organizationId: OrganizationId,
  delivery: { id: Id<'whd'>; environmentId: Id<'env'> },
): Promise<DeliveryRow | undefined> {
  const row = await select(tx, organizationId, delivery.environmentId).where('id', '=', delivery.id).executeTakeFirst()
  return row
}

export async function listDeliveries(
  tx: Tx,
  organizationId: OrganizationId,
  page: { environmentId: Id<'env'>; before: string | undefined; limit: number; status: DeliveryStatus | undefined },
): Promise<DeliveryRow[]> {
  let query = select(tx, organizationId, page.environmentId)
  if (page.status !== undefined) query = query.where('status', '=', page.status)
  const rows = await query.$call(newestFirst(page)).execute()
  return rows
}

const maximumOpen = 2_000

/** Lists undecided deliveries in order of arrival. */
export async function listOpenDeliveries(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<DeliveryRow[]> {
  const rows = await select(tx, organizationId, environmentId)
    .where('decided_at', 'is', null)
    .orderBy('id')
    .limit(maximumOpen)
    .execute()
  return rows
}

/** Returns when the first and the last open delivery arrived. */
export async function findOpenArrivals(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<{ oldest: Date; newest: Date } | undefined> {
  const { rows } = await sql<{ oldest: Date | null; newest: Date | null }>`
    select min(received_at) as oldest, max(received_at) as newest from webhook_deliveries
    where organization_id = ${organizationId} and environment_id = ${environmentId} and decided_at is null`.execute(tx)
  const { oldest = null, newest = null } = rows[0] ?? {}
  return oldest === null || newest === null ? undefined : { oldest, newest }
}

/** Returns the result of the newest decided delivery of a commit. */
export async function findOutcomeOfCommit(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, sha }: { environmentId: Id<'env'>; sha: string },
): Promise<{ status: DeliveryStatus; reason: string | null } | undefined> {
  return await tx
    .selectFrom('webhook_deliveries')
    .select(['status', 'reason'])
    .$narrowType<{ status: DeliveryStatus }>()
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .where('decided_at', 'is not', null)
    .where(sql<boolean>`event -> 'commit' ->> 'sha' = ${sha}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export interface DeliveryOutcome {
  ids: readonly Id<'whd'>[]
  status: DeliveryStatus
  reason: DeliveryReason | null
  deploymentId?: Id<'dep'> | null
}

/** Deliveries that are already decided stay unchanged. */
export async function decideDeliveries(
  tx: Tx,
  organizationId: OrganizationId,
  outcome: DeliveryOutcome,
): Promise<void> {
  if (outcome.ids.length === 0) return
  const isOpen = outcome.status === 'waiting' || outcome.status === 'received'
  await tx
    .updateTable('webhook_deliveries')
    .set({
      status: outcome.status,
      reason: outcome.reason,
      deployment_id: outcome.deploymentId ?? null,
      decided_at: isOpen ? null : sql<Date>`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', outcome.ids)
    .where('decided_at', 'is', null)
    .execute()
}

function select(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>) {
  return tx
    .selectFrom('webhook_deliveries')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .$narrowType<Narrow>()
}

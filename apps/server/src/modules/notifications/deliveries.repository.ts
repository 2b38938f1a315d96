/** The only file that changes `notice_deliveries`; notices insert them, and tests are inserted here. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { toStoredJson } from '../../platform/events/stored-json.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { NoticePayload } from '../notices/notice-events.schemas.ts'
import type { Severity } from '../notices/notice-severity.schemas.ts'
import { DeliveryAttempt, type DeliveryEvent, SentRequest, testEvent } from './delivery-log.schemas.ts'

export interface WaitingDelivery {
  id: Id<'dlv'>
  tries: number
  waitsSince: Date
  occurredAt: Date
  /** Null if another release wrote it, and this one can't read it. */
  payload: NoticePayload | null
}

/** Lists deliveries in order. */
export async function listWaiting(
  tx: Tx,
  organizationId: OrganizationId,
  { connectorId, limit }: { connectorId: Id<'ntc'>; limit: number },
): Promise<WaitingDelivery[]> {
  const { rows } = await sql<{
    id: string
    tries: number
    waits: Date
    happened: Date
    payload: unknown
  }>`/* prepared */
    select d.id, d.tries, d.updated_at as waits, n.created_at as happened, n.payload
    from notice_deliveries d join notices n on n.id = d.notice_id
    where d.organization_id = ${organizationId} and d.connector_id = ${connectorId} and d.status = 'waiting'
    order by d.position limit ${limit}`.execute(tx)
  return rows.map((row) => ({
    id: brandId<'dlv'>(row.id),
    tries: row.tries,
    waitsSince: row.waits,
    occurredAt: row.happened,
    payload: NoticePayload.safeParse(row.payload).data ?? null,
  }))
}

/** Stores the result of an attempt. `updated_at` stays, because the wait counts from it. */
export async function saveAttempt(
  tx: Tx,
  organizationId: OrganizationId,
  outcome: {
    id: Id<'dlv'>
    status: 'waiting' | 'delivered' | 'failed'
    tries: number
    attempt: DeliveryAttempt | null
    request: SentRequest | null
    reason: string | null
  },
): Promise<void> {
  const { attempt, request } = outcome
  await sql`/* prepared */
    update notice_deliveries set status = ${outcome.status}, tries = ${outcome.tries}, reason = ${outcome.reason},
      attempts = case when ${attempt === null} then attempts else attempts || ${toStoredJson(attempt ?? {})}::jsonb end,
      request = coalesce(${request === null ? null : toStoredJson(request)}::jsonb, request),
      finished_at = case when ${outcome.status} = 'waiting' then null else now() end
    where organization_id = ${organizationId} and id = ${outcome.id}`.execute(tx)
}

export interface DeliveryRow {
  id: Id<'dlv'>
  event: DeliveryEvent
  severity: Severity
  status: 'waiting' | 'delivered' | 'failed'
  attemptCount: number
  request: SentRequest | null
  attempts: DeliveryAttempt[]
  reason: string | null
  createdAt: Date
  updatedAt: Date
  finishedAt: Date | null
}

interface Read extends Omit<DeliveryRow, 'id' | 'request' | 'attempts'> {
  id: string
  request: unknown
  attempts: unknown
}

/** Lists the newest first. */
export async function listDeliveries(
  tx: Tx,
  organizationId: OrganizationId,
  page: {
    connectorId: Id<'ntc'>
    before: string | undefined
    limit: number
    status?: DeliveryRow['status'] | undefined
  },
): Promise<DeliveryRow[]> {
  const { rows } = await sql<Read>`/* prepared */
    select d.id, n.event, n.severity, d.status, d.tries as "attemptCount", d.request, d.attempts, d.reason, d.created_at as "createdAt",
      d.updated_at as "updatedAt", d.finished_at as "finishedAt"
    from notice_deliveries d join notices n on n.id = d.notice_id
    where d.organization_id = ${organizationId} and d.connector_id = ${page.connectorId}
      and (${page.before ?? null}::uuid is null or d.id < ${page.before ?? null}::uuid)
      and (${page.status ?? null}::text is null or d.status = ${page.status ?? null})
    order by d.id desc limit ${page.limit + 1}`.execute(tx)
  return rows.map(toRow)
}

/** Lists the newest delivery of each of these connectors. */
export async function listLastDeliveries(
  tx: Tx,
  organizationId: OrganizationId,
  connectorIds: readonly Id<'ntc'>[],
): Promise<Map<string, Pick<DeliveryRow, 'id' | 'event' | 'status' | 'createdAt' | 'finishedAt'>>> {
  const { rows } = await sql<Read & { connectorId: string }>`/* prepared */
    select c.id as "connectorId", d.id, n.event, d.status, d.created_at as "createdAt", d.finished_at as "finishedAt"
    from unnest(${[...connectorIds]}::uuid[]) as c (id)
    cross join lateral (select * from notice_deliveries where connector_id = c.id
      and organization_id = ${organizationId} order by id desc limit 1) d
    join notices n on n.id = d.notice_id`.execute(tx)
  return new Map(rows.map(({ connectorId, ...row }) => [connectorId, { ...row, id: brandId<'dlv'>(row.id) }]))
}

/**
 * Queues a delivery again, at the end of the line and under the same id. Returns undefined if it doesn't exist, null if
 * it is already queued.
 */
export async function redeliver(
  tx: Tx,
  organizationId: OrganizationId,
  { id, connectorId }: { id: Id<'dlv'>; connectorId: Id<'ntc'> },
): Promise<DeliveryRow | null | undefined> {
  const known = await findDelivery(tx, organizationId, { id, connectorId })
  if (known === undefined) return undefined
  const { rows } = await sql`
    update notice_deliveries set status = 'waiting', tries = 0, reason = null, finished_at = null, updated_at = now(),
      position = default, attempts = '[]'
    where organization_id = ${organizationId} and id = ${id} and status <> 'waiting' returning id`.execute(tx)
  if (rows.length === 0) return null
  return (await findDelivery(tx, organizationId, { id, connectorId })) ?? null
}

export async function findDelivery(
  tx: Tx,
  organizationId: OrganizationId,
  { id, connectorId }: { id: Id<'dlv'>; connectorId: Id<'ntc'> },
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<Read>`
    select d.id, n.event, n.severity, d.status, d.tries as "attemptCount", d.request, d.attempts, d.reason, d.created_at as "createdAt",
      d.updated_at as "updatedAt", d.finished_at as "finishedAt"
    from notice_deliveries d join notices n on n.id = d.notice_id
    where d.organization_id = ${organizationId} and d.id = ${id} and d.connector_id = ${connectorId}`.execute(tx)
  return rows.map(toRow)[0]
}

/** Inserts a test with its outcome, together with a notice that nothing else refers to and that expires like others. */
export async function insertTest(
  tx: Tx,
  organizationId: OrganizationId,
  test: {
    id: Id<'dlv'>
    noticeId: string
    connectorId: Id<'ntc'>
    payload: Record<string, unknown>
    status: 'delivered' | 'failed'
    attempt: DeliveryAttempt
    request: SentRequest | null
  },
): Promise<void> {
  const { id, noticeId, attempt, request } = test
  await sql`
    with notice as (
      insert into notices (id, organization_id, event, severity, payload, cause_key)
      values (${noticeId}, ${organizationId}, ${testEvent}, 'info', ${toStoredJson(test.payload)}::jsonb,
        ${`${testEvent}:${id}`})
      returning id
    )
    insert into notice_deliveries (id, organization_id, notice_id, connector_id, status, tries, request, attempts, reason,
      finished_at)
    select ${id}, ${organizationId}, notice.id, ${test.connectorId}, ${test.status}, 1,
      ${request === null ? null : toStoredJson(request)}::jsonb, ${toStoredJson([attempt])}::jsonb, ${attempt.error}, now()
    from notice`.execute(tx)
}

/** Wakes the delivery poller when this commits. */
export async function wakeDelivery(tx: Tx, organizationId: OrganizationId): Promise<void> {
  await sql`select pg_notify('notice_deliveries', ${organizationId})`.execute(tx)
}

function toRow({ id, request, attempts, ...row }: Read): DeliveryRow {
  return {
    ...row,
    id: brandId<'dlv'>(id),
    request: request === null ? null : SentRequest.parse(request),
    attempts: DeliveryAttempt.array().parse(attempts),
  }
}

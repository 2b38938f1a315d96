/** The only file that names `notification_connectors`, besides those that read subscribers and due deliveries. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/newest-first.ts'
import type { NotificationConnectors } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Severity } from '../notices/notice-severity.schemas.ts'
import { ShownConfig } from './connectors.schemas.ts'
import type { ConnectorKind } from './kinds/connector-configs.schemas.ts'

interface Narrow {
  kind: ConnectorKind
  status: 'active' | 'failing' | 'disabled'
  min_severity: Severity
}
type Selected = Omit<Selectable<NotificationConnectors>, keyof Narrow> & Narrow
export type ConnectorRow = Omit<Selected, 'id' | 'organization_id' | 'configuration'> & {
  id: Id<'ntc'>
  organization_id: OrganizationId
  /** Secrets are redacted. */
  configuration: ShownConfig
}

/** Returns undefined if the name is taken. */
export async function insertConnector(
  tx: Tx,
  organizationId: OrganizationId,
  connector: {
    id: Id<'ntc'>
    kind: ConnectorKind
    name: string
    configuration: ShownConfig
    sealedConfiguration: string
    events: readonly string[]
    projectEvents: readonly string[]
    minSeverity: Severity
  },
): Promise<ConnectorRow | undefined> {
  const row = await tx
    .insertInto('notification_connectors')
    .values({
      id: connector.id,
      organization_id: organizationId,
      kind: connector.kind,
      name: connector.name,
      configuration: JSON.stringify(connector.configuration),
      sealed_configuration: connector.sealedConfiguration,
      events: [...connector.events],
      project_events: [...connector.projectEvents],
      min_severity: connector.minSeverity,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doNothing())
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row === undefined ? undefined : brand(row)
}

export async function findConnector(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'ntc'>,
): Promise<ConnectorRow | undefined> {
  const row = await select(tx, organizationId).where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : brand(row)
}

/** Serializes changes to a connector. */
export async function lockConnector(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'ntc'>,
): Promise<ConnectorRow | undefined> {
  const row = await select(tx, organizationId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row === undefined ? undefined : brand(row)
}

export async function listConnectors(
  tx: Tx,
  organizationId: OrganizationId,
  page: { before: string | undefined; limit: number },
): Promise<ConnectorRow[]> {
  const rows = await select(tx, organizationId).$call(newestFirst(page)).execute()
  return rows.map(brand)
}

export async function countConnectors(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const row = await tx
    .selectFrom('notification_connectors')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Returns which of these ids the organization has. */
export async function findConnectorIds(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly Id<'ntc'>[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('notification_connectors')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export interface ConnectorChange {
  id: Id<'ntc'>
  name: string
  configuration: ShownConfig
  sealedConfiguration: string
  events: readonly string[]
  projectEvents: readonly string[]
  minSeverity: Severity
  isEnabled: boolean
}

/** Closes the circuit, because a changed connector gets a new chance. Returns undefined if the name is taken. */
export async function updateConnector(
  tx: Tx,
  organizationId: OrganizationId,
  change: ConnectorChange,
): Promise<ConnectorRow | undefined> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from notification_connectors where organization_id = ${organizationId}
      and name = ${change.name} and id <> ${change.id}) as taken`.execute(tx)
  if (rows[0]?.taken === true) return undefined
  const row = await tx
    .updateTable('notification_connectors')
    .set({
      name: change.name,
      configuration: JSON.stringify(change.configuration),
      sealed_configuration: change.sealedConfiguration,
      events: [...change.events],
      project_events: [...change.projectEvents],
      min_severity: change.minSeverity,
      ...calm,
      status: change.isEnabled ? 'active' : 'disabled',
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', change.id)
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row === undefined ? undefined : brand(row)
}

/** Records a successful delivery. Returns true if the connector was failing until now. */
export async function closeCircuit(tx: Tx, organizationId: OrganizationId, id: Id<'ntc'>): Promise<boolean> {
  const { rows } = await sql<{ was: string }>`
    update notification_connectors c set failures = 0, failing_since = null, retry_at = null, reason = null,
      status = 'active', version = c.version + (old.status <> 'active')::int, updated_at = now()
    from (select id, status from notification_connectors where organization_id = ${organizationId} and id = ${id}
      for no key update) old
    where c.id = old.id and old.status <> 'disabled' and (c.failures > 0 or c.retry_at is not null or c.status = 'failing')
    returning old.status as was`.execute(tx)
  return rows[0]?.was === 'failing'
}

/** Records a failed delivery. Returns true if the connector is failing from now on. */
export async function saveFailure(
  tx: Tx,
  organizationId: OrganizationId,
  failure: { id: Id<'ntc'>; failures: number; isFailing: boolean; retryAt: Date | null; reason: string },
): Promise<boolean> {
  const { id, failures, isFailing, retryAt, reason } = failure
  const { rows } = await sql<{ was: string; is: string }>`
    update notification_connectors c set failures = ${failures}, retry_at = ${retryAt}, reason = ${reason},
      status = case when ${isFailing} then 'failing' else c.status end,
      failing_since = case when ${isFailing} then coalesce(c.failing_since, now()) else c.failing_since end,
      version = c.version + (${isFailing} and old.status <> 'failing')::int, updated_at = now()
    from (select id, status from notification_connectors where organization_id = ${organizationId} and id = ${id}
      for no key update) old
    where c.id = old.id and old.status <> 'disabled' returning old.status as was, c.status as is`.execute(tx)
  const [row] = rows
  return row !== undefined && row.was !== 'failing' && row.is === 'failing'
}

/** Pauses the connector for a while. */
export async function postponeConnector(
  tx: Tx,
  organizationId: OrganizationId,
  { id, until }: { id: Id<'ntc'>; until: Date },
): Promise<void> {
  await tx
    .updateTable('notification_connectors')
    .set({ retry_at: until })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

const calm = { failures: 0, failing_since: null, retry_at: null, reason: null } as const

function select(tx: Tx, organizationId: OrganizationId) {
  return tx
    .selectFrom('notification_connectors')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .$narrowType<Narrow>()
}

function brand(row: Selected): ConnectorRow {
  return { ...row, configuration: ShownConfig.parse(row.configuration) }
}

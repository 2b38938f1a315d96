/** The only file that names the alert tables, apart from the system repository. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/newest-first.ts'
import type { Alerts } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { RuleName } from './alert-rules.schemas.ts'

export interface AlertRow {
  id: Id<'alr'>
  rule: RuleName
  status: 'pending' | 'firing' | 'resolved'
  severity: 'warning' | 'critical'
  serverId: Id<'srv'>
  environmentId: Id<'env'> | null
  projectId: Id<'prj'> | null
  subject: string | null
  detail: string
  badSince: Date
  goodSince: Date | null
  firedAt: Date | null
  resolvedAt: Date | null
  acknowledgedAt: Date | null
  acknowledgedBy: Id<'usr'> | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Locks the open alerts of a server, so a second evaluation at the same time waits. */
export async function lockOpenAlerts(tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>): Promise<AlertRow[]> {
  const rows = await select(tx, organizationId)
    .where('server_id', '=', serverId)
    .where('resolved_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(toRow)
}

export async function insertAlert(
  tx: Tx,
  organizationId: OrganizationId,
  alert: Pick<AlertRow, 'rule' | 'severity' | 'serverId' | 'environmentId' | 'projectId' | 'subject' | 'detail'> & {
    isFiring: boolean
    now: Date
  },
): Promise<AlertRow | undefined> {
  const { now, isFiring } = alert
  const row = await tx
    .insertInto('alerts')
    .values({
      id: newId('alr'),
      organization_id: organizationId,
      rule: alert.rule,
      status: isFiring ? 'firing' : 'pending',
      severity: alert.severity,
      server_id: alert.serverId,
      environment_id: alert.environmentId,
      project_id: alert.projectId,
      subject: alert.subject,
      detail: alert.detail,
      bad_since: now,
      fired_at: isFiring ? now : null,
    })
    // Another evaluation inserted the alert first.
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? undefined : toRow(row)
}

export interface AlertPatch {
  status?: 'firing' | 'resolved'
  detail?: string
  goodSince?: Date | null
  firedAt?: Date
  resolvedAt?: Date
  acknowledgedBy?: Id<'usr'>
}

export async function updateAlert(
  tx: Tx,
  organizationId: OrganizationId,
  { id, ...patch }: AlertPatch & { id: Id<'alr'> },
): Promise<AlertRow> {
  const row = await tx
    .updateTable('alerts')
    .set({
      ...(patch.status === undefined ? {} : { status: patch.status }),
      ...(patch.detail === undefined ? {} : { detail: patch.detail }),
      ...(patch.goodSince === undefined ? {} : { good_since: patch.goodSince }),
      ...(patch.firedAt === undefined ? {} : { fired_at: patch.firedAt }),
      ...(patch.resolvedAt === undefined ? {} : { resolved_at: patch.resolvedAt }),
      ...(patch.acknowledgedBy === undefined
        ? {}
        : { acknowledged_by: patch.acknowledgedBy, acknowledged_at: sql<Date>`now()` }),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toRow(row)
}

export async function deleteAlert(tx: Tx, organizationId: OrganizationId, id: Id<'alr'>): Promise<void> {
  await tx.deleteFrom('alerts').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** Finds only alerts that fired. */
export async function findAlert(tx: Tx, organizationId: OrganizationId, id: Id<'alr'>): Promise<AlertRow | undefined> {
  const row = await selectVisible(tx, organizationId).where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : toRow(row)
}

export async function lockAlert(tx: Tx, organizationId: OrganizationId, id: Id<'alr'>): Promise<AlertRow | undefined> {
  const row = await selectVisible(tx, organizationId).where('id', '=', id).forUpdate().executeTakeFirst()
  return row === undefined ? undefined : toRow(row)
}

export async function listAlerts(
  tx: Tx,
  organizationId: OrganizationId,
  page: {
    before: string | undefined
    limit: number
    status?: 'firing' | 'resolved' | undefined
    serverId?: Id<'srv'> | undefined
    environmentId?: Id<'env'> | undefined
    /** Limits the list to these projects. Null means all alerts, including those about servers. */
    projectIds: ReadonlySet<Id<'prj'>> | null
  },
): Promise<AlertRow[]> {
  let query = selectVisible(tx, organizationId)
  if (page.projectIds !== null) query = query.where('project_id', 'in', [...page.projectIds])
  if (page.status !== undefined) query = query.where('status', '=', page.status)
  if (page.serverId !== undefined) query = query.where('server_id', '=', page.serverId)
  if (page.environmentId !== undefined) query = query.where('environment_id', '=', page.environmentId)
  const rows = await query.$call(newestFirst(page)).execute()
  return rows.map(toRow)
}

export async function findAlertSettings(
  tx: Tx,
  organizationId: OrganizationId,
): Promise<{ rules: unknown; version: number } | undefined> {
  return await tx
    .selectFrom('alert_settings')
    .select(['rules', 'version'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

/** Returns the new version. */
export async function saveAlertSettings(
  tx: Tx,
  organizationId: OrganizationId,
  rules: Record<string, unknown>,
): Promise<number> {
  const row = await tx
    .insertInto('alert_settings')
    .values({ organization_id: organizationId, rules: JSON.stringify(rules) })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({
        rules: JSON.stringify(rules),
        version: sql`alert_settings.version + 1`,
        updated_at: sql`now()`,
      }),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

function select(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('alerts').selectAll().where('organization_id', '=', organizationId)
}

function selectVisible(tx: Tx, organizationId: OrganizationId) {
  return select(tx, organizationId).where('status', '!=', 'pending')
}

function toRow(row: Selectable<Alerts>): AlertRow {
  return {
    id: row.id,
    rule: RuleName.parse(row.rule),
    status: row.status === 'pending' || row.status === 'firing' ? row.status : 'resolved',
    severity: row.severity === 'critical' ? 'critical' : 'warning',
    serverId: row.server_id,
    environmentId: row.environment_id,
    projectId: row.project_id,
    subject: row.subject,
    detail: row.detail,
    badSince: row.bad_since,
    goodSince: row.good_since,
    firedAt: row.fired_at,
    resolvedAt: row.resolved_at,
    acknowledgedAt: row.acknowledged_at,
    acknowledgedBy: row.acknowledged_by,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/**
 * Queries about stored backups and what can be removed. The backups module owns the rows; these queries only read them
 * and mark what expired.
 */
import { type SqlBool, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'

/** Checks whether the storage location holds, or is about to hold, one of our objects. */
export async function holdsBackups(tx: Tx, organizationId: OrganizationId, destinationId: Id<'bds'>): Promise<boolean> {
  const row = await tx
    .selectFrom('backups')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('destination_id', '=', destinationId)
    .where('status', 'not in', ['failed', 'cancelled', 'expired'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const ended = ['succeeded', 'failed', 'cancelled', 'expired']

/** Lists the series that a scheduled backup is running for. */
export async function listBusySeries(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('backups')
    .select(['service_id', 'volume'])
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .where('kind', '=', 'scheduled')
    .where('status', 'not in', ended)
    .limit(1_000)
    .execute()
  return new Set(rows.map(seriesOf))
}

export interface KeptBackup {
  id: Id<'bkp'>
  /** One service, or one of its volumes; each has its own history. */
  series: string
  kind: string
  finishedAt: Date
  restoreTestedAt: Date | null
  destinationId: Id<'bds'> | null
  objectKey: string | null
  lockedUntil: Date | null
  isLocked: boolean
}

const maxKept = 10_000

export async function listKeptBackups(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<KeptBackup[]> {
  const rows = await tx
    .selectFrom('backups')
    .select(['id', 'service_id', 'volume', 'kind', 'finished_at', 'proven_at', 'destination_id', 'object_key'])
    .select(['locked_until', sql<boolean>`coalesce(locked_until > now(), false)`.as('is_locked')])
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .where('status', '=', 'succeeded')
    .where('finished_at', 'is not', null)
    // Excludes backups that a restore is reading, and safety backups that can still undo a restore.
    .where(
      sql<SqlBool>`not exists (select from restores r where (r.backup_id = backups.id and r.finished_at is null)
        or (r.safety_backup_id = backups.id and (r.finished_at is null or r.undo_until > now())))`,
    )
    .orderBy('finished_at', 'desc')
    .limit(maxKept)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    series: seriesOf(row),
    kind: row.kind,
    finishedAt: row.finished_at ?? new Date(0),
    restoreTestedAt: row.proven_at,
    destinationId: row.destination_id,
    objectKey: row.object_key,
    lockedUntil: row.locked_until,
    isLocked: row.is_locked,
  }))
}

export interface UnlockedLeftover {
  id: Id<'bkp'>
  destinationId: Id<'bds'>
  objectKey: string
  lockedUntil: Date
}

/** Lists failed and canceled backups whose locked archive had to stay, once the lock ended. */
export async function listUnlockedLeftovers(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<UnlockedLeftover[]> {
  const { rows } = await sql<UnlockedLeftover>`
    select id, destination_id as "destinationId", object_key as "objectKey", locked_until as "lockedUntil" from backups
    where organization_id = ${organizationId} and environment_id = ${environmentId}
      and status in ('failed', 'cancelled') and destination_id is not null and object_key is not null
      and locked_until <= now()
    order by id limit ${maxKept}`.execute(tx)
  return rows
}

/** Call it after the object was removed. Returns false when another run marked it first. */
export async function markExpired(tx: Tx, organizationId: OrganizationId, id: Id<'bkp'>): Promise<boolean> {
  const row = await tx
    .updateTable('backups')
    .set({ status: 'expired', version: sql`version + 1`, updated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'succeeded')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

function seriesOf({ service_id: serviceId, volume }: { service_id: string; volume: string | null }): string {
  return `${serviceId} ${volume ?? ''}`
}

/** Returns the newest backup of a database, whatever its status. */
export async function findNewestBackup(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, serviceId }: { environmentId: Id<'env'>; serviceId: Id<'svc'> },
): Promise<{ id: Id<'bkp'>; status: string; createdAt: Date } | undefined> {
  const row = await tx
    .selectFrom('backups')
    .select(['id', 'status', 'created_at'])
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .where('service_id', '=', serviceId)
    .where('volume', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? undefined : { id: row.id, status: row.status, createdAt: row.created_at }
}

/** Returns the newest successful backup of a database. */
export async function findNewestSucceeded(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, serviceId }: { environmentId: Id<'env'>; serviceId: Id<'svc'> },
): Promise<{ id: Id<'bkp'>; startedAt: Date } | undefined> {
  const row = await tx
    .selectFrom('backups')
    .select(['id', 'started_at', 'created_at'])
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .where('service_id', '=', serviceId)
    .where('volume', 'is', null)
    .where('status', '=', 'succeeded')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? undefined : { id: row.id, startedAt: row.started_at ?? row.created_at }
}

export async function readBackupEnd(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'bkp'>,
): Promise<{ status: string; isFinished: boolean; startedAt: Date } | undefined> {
  const row = await tx
    .selectFrom('backups')
    .select(['status', 'started_at', 'created_at'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { status } = row
  return { status, isFinished: ended.includes(status), startedAt: row.started_at ?? row.created_at }
}

/**
 * Keeps the newest successful backup of a deleted database permanently. Returns undefined without one since `since`.
 */
export async function keepAsFinal(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, serviceId, since }: { environmentId: Id<'env'>; serviceId: Id<'svc'>; since: Date },
): Promise<Id<'bkp'> | undefined> {
  const { rows } = await sql<{ id: string }>`
    update backups set kind = 'final', version = version + 1, updated_at = now() where id = (
      select id from backups
      where organization_id = ${organizationId} and environment_id = ${environmentId} and service_id = ${serviceId}
        and volume is null and status = 'succeeded' and started_at >= ${since}
      order by finished_at desc limit 1)
    returning id`.execute(tx)
  const [row] = rows
  return row === undefined ? undefined : brandId<'bkp'>(row.id)
}

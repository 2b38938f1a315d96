/** What destinations hold and what may go of it. The rows belong to the backups themselves; here they are only counted and read. */
import { type SqlBool, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'

/** Whether an object of ours may be there, or may come to be. */
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

/** What a scheduled backup is under way of, by series. */
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
  /** Of one service, or of one volume of it: each has a history of its own. */
  series: string
  kind: string
  finishedAt: Date
  provenAt: Date | null
  destinationId: Id<'bds'> | null
  objectKey: string | null
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
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .where('status', '=', 'succeeded')
    .where('finished_at', 'is not', null)
    // One that is being brought back is read, and one that a restore was made safe with can still be asked for.
    .where(
      sql<SqlBool>`not exists (select from restores r where (r.backup_id = backups.id and r.finished_at is null)
        or (r.safety_backup_id = backups.id and (r.finished_at is null or r.undo_until > now())))`,
    )
    .orderBy('finished_at', 'desc')
    .limit(maxKept)
    .execute()
  return rows.map((row) => ({
    id: brandId<'bkp'>(row.id),
    series: seriesOf(row),
    kind: row.kind,
    finishedAt: row.finished_at ?? new Date(0),
    provenAt: row.proven_at,
    destinationId: row.destination_id === null ? null : brandId<'bds'>(row.destination_id),
    objectKey: row.object_key,
  }))
}

/** After its object is gone. False: somebody else was faster. */
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

/** Of a database, whatever became of it. */
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
  return row === undefined ? undefined : { id: brandId<'bkp'>(row.id), status: row.status, createdAt: row.created_at }
}

export async function readBackupEnd(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'bkp'>,
): Promise<{ status: string; isFinished: boolean } | undefined> {
  const row = await tx
    .selectFrom('backups')
    .select(['status'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? undefined : { status: row.status, isFinished: ended.includes(row.status) }
}

/** The newest good one of a database that goes stays for good. Undefined: there is none since then. */
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

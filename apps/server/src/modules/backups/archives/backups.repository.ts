/** The only file that names `backups`. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { newestFirst } from '../../../platform/database/newest-first.ts'
import type { Backups } from '../../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import type { LockMode } from '../../../platform/objects/object-store.ts'
import type { DumpEngine, Manifest } from '../engines/manifest.schemas.ts'
import type { BackupError, BackupKind, BackupStatus, RestoreTest } from './backups.schemas.ts'

interface Narrow {
  kind: BackupKind
  status: BackupStatus
  engine: DumpEngine
  manifest: Manifest | null
  error: BackupError | null
  proof: RestoreTest | null
  lock_mode: LockMode | null
}
interface Ids {
  id: Id<'bkp'>
  environment_id: Id<'env'> | null
  service_id: Id<'svc'>
  destination_id: Id<'bds'> | null
  run_id: Id<'run'>
  created_by: Id<'usr'> | null
}
type Selected = Omit<Selectable<Backups>, keyof Narrow> & Narrow
export type BackupRow = Omit<Selected, keyof Ids | 'size_bytes'> & Ids & { size_bytes: number | null }

export interface NewBackup {
  id: Id<'bkp'>
  runId: Id<'run'>
  environmentId: Id<'env'>
  serviceId: Id<'svc'>
  serviceName: string
  volume: string | null
  kind: BackupKind
  engine: DumpEngine
  createdBy: Id<'usr'> | null
}

export async function insertBackup(tx: Tx, organizationId: OrganizationId, backup: NewBackup): Promise<BackupRow> {
  const row = await tx
    .insertInto('backups')
    .values({
      id: backup.id,
      organization_id: organizationId,
      environment_id: backup.environmentId,
      service_id: backup.serviceId,
      service_name: backup.serviceName,
      volume: backup.volume,
      kind: backup.kind,
      status: 'queued',
      run_id: backup.runId,
      engine: backup.engine,
      created_by: backup.createdBy,
    })
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirstOrThrow()
  return brand(row)
}

export async function findBackup(
  tx: Tx,
  organizationId: OrganizationId,
  backup: { id: Id<'bkp'>; environmentId?: Id<'env'> },
): Promise<BackupRow | undefined> {
  let query = tx
    .selectFrom('backups')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', backup.id)
  if (backup.environmentId !== undefined) query = query.where('environment_id', '=', backup.environmentId)
  const row = await query.$narrowType<Narrow>().executeTakeFirst()
  return row === undefined ? undefined : brand(row)
}

/** Locks a backup whose environment was deleted. */
export async function lockDetachedBackup(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'bkp'>,
): Promise<BackupRow | undefined> {
  const row = await tx
    .selectFrom('backups')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('environment_id', 'is', null)
    .forUpdate()
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row === undefined ? undefined : brand(row)
}

/** Call it before the environment's row is deleted. Returns the backups that have stored data. */
export async function detachBackups(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<{ id: Id<'bkp'>; locked_until: Date | null }[]> {
  const { rows } = await sql<{ id: string; status: string; locked_until: Date | null }>`
    update backups b set environment_name = e.name, project_name = p.name, version = b.version + 1, updated_at = now()
    from environments e join projects p on p.id = e.project_id
    where b.organization_id = ${organizationId} and b.environment_id = ${environmentId} and e.id = b.environment_id
    returning b.id, b.status, b.locked_until`.execute(tx)
  return rows
    .filter(({ status }) => status === 'succeeded')
    .map(({ id, ...row }) => ({ ...row, id: brandId<'bkp'>(id) }))
}

export async function isBeingRestored(tx: Tx, organizationId: OrganizationId, id: Id<'bkp'>): Promise<boolean> {
  const { rows } = await sql`select from restores
    where organization_id = ${organizationId} and backup_id = ${id} and finished_at is null limit 1`.execute(tx)
  return rows.length > 0
}

export interface StoredArchive {
  id: Id<'bkp'>
  destinationId: Id<'bds'>
  destination: string
  objectKey: string
  lockedUntil: Date | null
}

/** Lists archives of an organization that can exist in storage locations. */
export async function listArchives(
  tx: Tx,
  organizationId: OrganizationId,
  { except, after, limit }: { except: readonly Id<'bds'>[]; after: Id<'bkp'> | null; limit: number },
): Promise<StoredArchive[]> {
  const { rows } = await sql<Omit<StoredArchive, 'id'> & { id: string }>`
    select b.id, d.id as "destinationId", d.name as destination, b.object_key as "objectKey",
      b.locked_until as "lockedUntil"
    from backups b join backup_destinations d on d.id = b.destination_id
    where b.organization_id = ${organizationId} and b.object_key is not null and b.status <> 'expired'
      and d.id <> all(${except}::uuid[]) and (${after}::uuid is null or b.id > ${after}::uuid)
    order by b.id limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, id: brandId<'bkp'>(row.id) }))
}

export interface DetachedPage {
  destinationId: Id<'bds'> | undefined
  before: string | undefined
  limit: number
}

/** Lists stored backups of deleted environments. */
export async function listDetachedBackups(
  tx: Tx,
  organizationId: OrganizationId,
  page: DetachedPage,
): Promise<BackupRow[]> {
  let query = tx
    .selectFrom('backups')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('environment_id', 'is', null)
    .where('status', '=', 'succeeded')
  if (page.destinationId !== undefined) query = query.where('destination_id', '=', page.destinationId)
  const rows = await query.$call(newestFirst(page)).$narrowType<Narrow>().execute()
  return rows.map(brand)
}

export interface BackupPage {
  environmentId: Id<'env'>
  before: string | undefined
  limit: number
  serviceId?: Id<'svc'> | undefined
  status?: BackupStatus | undefined
  kind?: BackupKind | undefined
}

export async function listBackups(tx: Tx, organizationId: OrganizationId, page: BackupPage): Promise<BackupRow[]> {
  let query = tx
    .selectFrom('backups')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', page.environmentId)
  if (page.serviceId !== undefined) query = query.where('service_id', '=', page.serviceId)
  if (page.status !== undefined) query = query.where('status', '=', page.status)
  if (page.kind !== undefined) query = query.where('kind', '=', page.kind)
  const rows = await query.$call(newestFirst(page)).$narrowType<Narrow>().execute()
  return rows.map(brand)
}

/** Returns when a backup of this service last passed its restore test. */
export async function findLastRestoreTest(
  tx: Tx,
  organizationId: OrganizationId,
  { serviceId, volume }: { serviceId: Id<'svc'>; volume: string | null },
): Promise<Date | null> {
  const row = await tx
    .selectFrom('backups')
    .select(sql<Date | null>`max(proven_at)`.as('at'))
    .where('organization_id', '=', organizationId)
    .where('service_id', '=', serviceId)
    .where('volume', 'is not distinct from', volume)
    .where('status', '=', 'succeeded')
    .executeTakeFirst()
  return row?.at ?? null
}

/** Returns the newest successful backup of the same database or volume. */
export async function findLastSuccess(
  tx: Tx,
  organizationId: OrganizationId,
  { serviceId, volume }: { serviceId: Id<'svc'>; volume: string | null },
): Promise<Id<'bkp'> | null> {
  const row = await tx
    .selectFrom('backups')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('service_id', '=', serviceId)
    .where('volume', volume === null ? 'is' : '=', volume)
    .where('status', '=', 'succeeded')
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : row.id
}

export interface BackupUpdate {
  status?: BackupStatus
  engineImage?: string
  engineVersion?: string
  destinationId?: Id<'bds'>
  objectKey?: string | null
  /** Version of the archive; only locked archives have one. */
  objectVersion?: string
  /** Null: the storage location has no locked object of this backup. */
  lock?: { mode: LockMode | null; until: Date } | null
  /** Forgets the archive. A locked one stays known, so that it can be removed later. */
  isDiscarded?: true
  sizeBytes?: number | null
  sha256?: string | null
  manifest?: Manifest | null
  error?: BackupError | null
  restoreTest?: RestoreTest
  restoreTestedAt?: Date | null
  isStarted?: true
  isFinished?: true
}

/** Changes only rows whose status is `from`. */
export async function updateBackup(
  tx: Tx,
  organizationId: OrganizationId,
  { id, from, ...change }: { id: Id<'bkp'>; from?: BackupStatus } & BackupUpdate,
): Promise<BackupRow | undefined> {
  let query = tx
    .updateTable('backups')
    .set({ updated_at: sql<Date>`now()`, version: sql<number>`version + 1`, ...columnsOf(change) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
  if (from !== undefined) query = query.where('status', '=', from)
  const row = await query.returningAll().$narrowType<Narrow>().executeTakeFirst()
  return row === undefined ? undefined : brand(row)
}

export async function deleteBackup(tx: Tx, organizationId: OrganizationId, id: Id<'bkp'>): Promise<void> {
  await tx.deleteFrom('backups').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

function columnsOf(change: BackupUpdate) {
  const { status, engineImage, engineVersion, destinationId, objectKey, sizeBytes, sha256, restoreTestedAt } = change
  return {
    ...(status === undefined ? {} : { status }),
    ...(engineImage === undefined ? {} : { engine_image: engineImage }),
    ...(engineVersion === undefined ? {} : { engine_version: engineVersion }),
    ...(destinationId === undefined ? {} : { destination_id: destinationId }),
    ...(objectKey === undefined ? {} : { object_key: objectKey }),
    ...(change.objectVersion === undefined ? {} : { object_version: change.objectVersion }),
    ...(change.lock === undefined
      ? {}
      : { locked_until: change.lock?.until ?? null, lock_mode: change.lock?.mode ?? null }),
    ...(change.isDiscarded === true
      ? { object_key: sql<string | null>`case when locked_until is not null then object_key end` }
      : {}),
    ...(sizeBytes === undefined ? {} : { size_bytes: sizeBytes }),
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(change.manifest === undefined ? {} : { manifest: toJson(change.manifest) }),
    ...(change.error === undefined ? {} : { error: toJson(change.error) }),
    ...(change.restoreTest === undefined ? {} : { proof: toJson(change.restoreTest) }),
    ...(restoreTestedAt === undefined ? {} : { proven_at: restoreTestedAt }),
    ...(change.isStarted === true ? { started_at: sql<Date>`coalesce(started_at, now())` } : {}),
    ...(change.isFinished === true ? { finished_at: sql<Date>`now()` } : {}),
  }
}

function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

function brand(row: Selected): BackupRow {
  const { environment_id: environmentId, destination_id: destinationId, created_by: createdBy } = row
  return {
    ...row,
    environment_id: environmentId,
    destination_id: destinationId,
    created_by: createdBy,
    size_bytes: row.size_bytes === null ? null : Number(row.size_bytes),
  }
}

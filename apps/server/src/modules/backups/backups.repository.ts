/** The only file that names `backups`. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/newest-first.ts'
import type { Backups } from '../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import type { DumpEngine, Manifest } from '../databases/manifest.schemas.ts'
import type { BackupError, BackupKind, BackupProof, BackupStatus } from './backups.schemas.ts'

interface Narrow {
  kind: BackupKind
  status: BackupStatus
  engine: DumpEngine
  manifest: Manifest | null
  error: BackupError | null
  proof: BackupProof | null
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

/** When a backup of this service was last tried and passed. */
export async function findLastProof(
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

export interface BackupUpdate {
  status?: BackupStatus
  engineImage?: string
  engineVersion?: string
  destinationId?: Id<'bds'>
  objectKey?: string | null
  sizeBytes?: number | null
  sha256?: string | null
  manifest?: Manifest | null
  error?: BackupError | null
  proof?: BackupProof
  provenAt?: Date | null
  isStarted?: true
  isFinished?: true
}

/** `from`: nothing happens to one of another status. */
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
  const { status, engineImage, engineVersion, destinationId, objectKey, sizeBytes, sha256, provenAt } = change
  return {
    ...(status === undefined ? {} : { status }),
    ...(engineImage === undefined ? {} : { engine_image: engineImage }),
    ...(engineVersion === undefined ? {} : { engine_version: engineVersion }),
    ...(destinationId === undefined ? {} : { destination_id: destinationId }),
    ...(objectKey === undefined ? {} : { object_key: objectKey }),
    ...(sizeBytes === undefined ? {} : { size_bytes: sizeBytes }),
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(change.manifest === undefined ? {} : { manifest: toJson(change.manifest) }),
    ...(change.error === undefined ? {} : { error: toJson(change.error) }),
    ...(change.proof === undefined ? {} : { proof: toJson(change.proof) }),
    ...(provenAt === undefined ? {} : { proven_at: provenAt }),
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
    id: brandId<'bkp'>(row.id),
    environment_id: environmentId === null ? null : brandId<'env'>(environmentId),
    service_id: brandId<'svc'>(row.service_id),
    destination_id: destinationId === null ? null : brandId<'bds'>(destinationId),
    run_id: brandId<'run'>(row.run_id),
    created_by: createdBy === null ? null : brandId<'usr'>(createdBy),
    size_bytes: row.size_bytes === null ? null : Number(row.size_bytes),
  }
}

/** The only file that names `restores`: restores of backups, and imports, which are rows with another source. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { newestFirst } from '../../../platform/database/newest-first.ts'
import type { Restores } from '../../../platform/database/schema.generated.ts'
import type { RunId } from '../../../platform/durable/workflow-ref.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { RestoreError, RestoreProgress, RestoreSource, RestoreStatus, RestoreTarget } from './restores.schemas.ts'

interface Narrow {
  source: RestoreSource
  target: RestoreTarget
  status: RestoreStatus
  progress: RestoreProgress | null
  error: RestoreError | null
  warning: RestoreError | null
}
type Selected = Omit<Selectable<Restores>, keyof Narrow> & Narrow
/** For an import, the same id is written `imp_…`. */
export type RestoreId = Id<'rst'>
export type RestoreRow = Omit<
  Selected,
  | 'id'
  | 'organization_id'
  | 'environment_id'
  | 'service_id'
  | 'backup_id'
  | 'safety_backup_id'
  | 'run_id'
  | 'created_by'
> & {
  id: RestoreId
  organization_id: OrganizationId
  environment_id: Id<'env'>
  service_id: Id<'svc'>
  backup_id: Id<'bkp'> | null
  safety_backup_id: Id<'bkp'> | null
  run_id: RunId
  created_by: Id<'usr'> | null
}

export interface NewRestore {
  id: RestoreId
  environmentId: Id<'env'>
  serviceId: Id<'svc'>
  source: RestoreSource
  backupId: Id<'bkp'> | null
  target: RestoreTarget
  runId: RunId
  newVolume: string
  /** The volume of an app. Omitted for the data of a database. */
  volume?: string | null
  details?: unknown
  createdBy: Id<'usr'> | null
}

export async function insertRestore(tx: Tx, organizationId: OrganizationId, restore: NewRestore): Promise<RestoreRow> {
  const row = await tx
    .insertInto('restores')
    .values({
      id: restore.id,
      organization_id: organizationId,
      environment_id: restore.environmentId,
      service_id: restore.serviceId,
      source: restore.source,
      backup_id: restore.backupId,
      target: restore.target,
      status: 'queued',
      run_id: restore.runId,
      new_volume: restore.newVolume,
      volume: restore.volume ?? null,
      details: restore.details === undefined ? null : JSON.stringify(restore.details),
      created_by: restore.createdBy,
    })
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirstOrThrow()
  return row
}

export async function findRestore(
  tx: Tx,
  organizationId: OrganizationId,
  restore: { id: RestoreId; environmentId?: Id<'env'>; source?: RestoreSource },
): Promise<RestoreRow | undefined> {
  let query = select(tx, organizationId).where('id', '=', restore.id)
  if (restore.environmentId !== undefined) query = query.where('environment_id', '=', restore.environmentId)
  if (restore.source !== undefined) query = query.where('source', '=', restore.source)
  const row = await query.executeTakeFirst()
  return row
}

/** Serializes decisions about its old volume. */
export async function lockRestore(
  tx: Tx,
  organizationId: OrganizationId,
  restore: { id: RestoreId; environmentId: Id<'env'>; source: RestoreSource },
): Promise<RestoreRow | undefined> {
  const row = await select(tx, organizationId)
    .where('id', '=', restore.id)
    .where('environment_id', '=', restore.environmentId)
    .where('source', '=', restore.source)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row
}

export async function listRestores(
  tx: Tx,
  organizationId: OrganizationId,
  page: { environmentId: Id<'env'>; source: RestoreSource; before: string | undefined; limit: number },
): Promise<RestoreRow[]> {
  const query = select(tx, organizationId)
    .where('environment_id', '=', page.environmentId)
    .where('source', '=', page.source)
  const rows = await query.$call(newestFirst(page)).execute()
  return rows
}

/** Lists restores of a database whose old volume is still kept. */
export async function listUndoableRestores(
  tx: Tx,
  organizationId: OrganizationId,
  serviceId: Id<'svc'>,
): Promise<RestoreRow[]> {
  const rows = await select(tx, organizationId)
    .where('service_id', '=', serviceId)
    .where('undo_until', 'is not', null)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return rows
}

/** Whether an old volume is kept for any service of an environment. */
export async function hasUndoableRestore(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('restores')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .where('undo_until', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Nothing in the environment can be undone anymore, because the old volumes are lost. */
export async function endUndo(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<void> {
  await tx
    .updateTable('restores')
    .set({ undo_until: null, updated_at: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
    .where('undo_until', 'is not', null)
    .execute()
}

export interface RestoreUpdate {
  status?: RestoreStatus
  runId?: RunId
  safetyBackupId?: Id<'bkp'> | null
  oldVolume?: string | null
  undoUntil?: Date | null
  progress?: RestoreProgress | null
  details?: unknown
  error?: RestoreError | null
  warning?: RestoreError | null
  isStarted?: true
  isSwitched?: boolean
  isConfirmed?: true
  isReverted?: true
  isFinished?: true
}

export async function updateRestore(
  tx: Tx,
  organizationId: OrganizationId,
  restore: { id: RestoreId } & RestoreUpdate,
): Promise<RestoreRow | undefined> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  const row = await tx
    .updateTable('restores')
    .set({
      updated_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
      ...(restore.status === undefined ? {} : { status: restore.status }),
      ...(restore.runId === undefined ? {} : { run_id: restore.runId }),
      ...(restore.safetyBackupId === undefined ? {} : { safety_backup_id: restore.safetyBackupId }),
      ...(restore.oldVolume === undefined ? {} : { old_volume: restore.oldVolume }),
      ...(restore.undoUntil === undefined ? {} : { undo_until: restore.undoUntil }),
      ...(restore.progress === undefined ? {} : { progress: json(restore.progress) }),
      ...(restore.details === undefined ? {} : { details: json(restore.details) }),
      ...(restore.error === undefined ? {} : { error: json(restore.error) }),
      ...(restore.warning === undefined ? {} : { warning: json(restore.warning) }),
      ...(restore.isStarted === true ? { started_at: sql<Date>`coalesce(started_at, now())` } : {}),
      ...(restore.isSwitched === undefined ? {} : { switched_at: restore.isSwitched ? sql<Date>`now()` : null }),
      ...(restore.isConfirmed === true ? { confirmed_at: sql<Date>`coalesce(confirmed_at, now())` } : {}),
      ...(restore.isReverted === true ? { reverted_at: sql<Date>`coalesce(reverted_at, now())` } : {}),
      ...(restore.isFinished === true ? { finished_at: sql<Date>`now()` } : {}),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', restore.id)
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row
}

function select(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('restores').selectAll().where('organization_id', '=', organizationId).$narrowType<Narrow>()
}

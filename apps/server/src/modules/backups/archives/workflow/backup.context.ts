/** Shared by all steps of a backup: its row, its folder in the store, and error handling. */
import type { OrganizationId } from '../../../../platform/database/database.ts'
import { explainedStep } from '../../../../platform/durable/explained-step.ts'
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import type { Run, Step, StepOptions } from '../../../../platform/durable/workflow.ts'
import { AppError } from '../../../../platform/errors/app-error.ts'
import { brandId, type Id } from '../../../../platform/ids/brand.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import type { ObjectStore, StoreCall } from '../../../../platform/objects/object-store.ts'
import { ObjectStoreError } from '../../../../platform/objects/object-store-error.ts'
import { explainRemote } from '../../../workloads/worker.ts'
import { backupProblems } from '../backups.problems.ts'
import type { BackupSubject } from '../backups.references.ts'
import { type BackupRow, findBackup } from '../backups.repository.ts'
import type { BackupTools } from './backup-tools.context.ts'

export interface Subject {
  organizationId: OrganizationId
  environmentId: Id<'env'>
  serviceId: Id<'svc'>
  id: Id<'bkp'>
}

export function subjectOf({ run }: { run: Run<BackupSubject> }): Subject {
  return {
    organizationId: run.organizationId,
    environmentId: run.input.environmentId,
    serviceId: run.input.serviceId,
    id: brandId<'bkp'>(run.id),
  }
}

export async function loadBackup(
  { database }: Pick<BackupTools, 'database'>,
  { organizationId, id }: Subject,
): Promise<BackupRow> {
  const row = await database.tenant(organizationId, (tx) => findBackup(tx, organizationId, { id }))
  if (row === undefined) throw new PermanentError('not_found', 'The backup was deleted in the meantime.')
  return row
}

/** Opens the store that the first step chose. */
export async function openItsStore(tools: BackupTools, subject: Subject): Promise<ObjectStore> {
  const { destination_id: destinationId } = await loadBackup(tools, subject)
  if (destinationId === null) throw problem('backup_destination_missing')
  return await tools.openStore(subject.organizationId, destinationId)
}

/** A backup stores everything below this folder, so leftovers of failed attempts are found there. */
export function folderOf({ environmentId, serviceId, id }: Subject): string {
  return ['backups', encodeId('env', environmentId), encodeId('svc', serviceId), encodeId('bkp', id)].join('/')
}

export function containerNameOf({ id }: Pick<Subject, 'id'>): string {
  return `longshore-${encodeId('bkp', id)}`
}

/** The manifest is next to the archive and encrypted in the same way. */
export function manifestKeyOf(objectKey: string): string {
  return `${objectKey}.manifest.json`
}

/**
 * With `isLocked`, the folder can have locked objects even if the location locks no new ones. Returns when the last lock
 * of the objects that had to stay ends.
 */
export async function clearFolder(
  store: ObjectStore,
  folder: string,
  { keep = [], isLocked = false, ...call }: StoreCall & { keep?: readonly string[]; isLocked?: boolean },
): Promise<Date | null> {
  await store.removeUnfinished(folder, call)
  const { versions } = store
  if (versions !== undefined && (isLocked || versions.rule !== null))
    return await versions.removeFolder(folder, { keep, ...call })
  const keys: string[] = []
  for await (const { key } of store.list(folder, call)) keys.push(key)
  for (const key of keys) if (!keep.includes(key)) await store.remove(key, call)
  return null
}

/** Removes everything of a backup from its storage location. */
export async function clearBackup(
  store: ObjectStore,
  { objectKey, lockedUntil }: { objectKey: string; lockedUntil: Date | null },
  call: StoreCall,
): Promise<Date | null> {
  const folder = objectKey.slice(0, objectKey.lastIndexOf('/'))
  return await clearFolder(store, folder, { isLocked: lockedUntil !== null, ...call })
}

export function problem(code: keyof typeof backupProblems, more = '', details?: PermanentError['details']) {
  const { detail, hint } = backupProblems[code]
  const text = more === '' ? detail : `${detail} ${more}`
  return new PermanentError(code, text, { hint, ...(details === undefined ? {} : { details }) })
}

const attempts = 4

/** Retries connection problems with the server or the store. Other errors end the run with their cause. */
export function backupStep<Output>(options: StepOptions<BackupSubject, Output>): Step<BackupSubject, Output> {
  return explainedStep<BackupSubject, Output>(explain, { attempts, ...options })
}

const passing: ReadonlySet<ObjectStoreError['fault']> = new Set<ObjectStoreError['fault']>([
  'store_unreachable',
  'store_failed',
])

function explain(error: unknown, { isLast, signal }: { isLast: boolean; signal: AbortSignal }): unknown {
  if (signal.aborted) return error
  if (error instanceof ObjectStoreError) {
    if (passing.has(error.fault) && !isLast) return error
    const { detail, hint } = backupProblems.backup_destination_failed
    return new PermanentError('backup_destination_failed', `${detail} ${error.message}`, { hint, cause: error })
  }
  if (error instanceof AppError && error.problem.status < 500)
    return new PermanentError(error.problem.code, error.message, { hint: error.hint, cause: error })
  return explainRemote(error, { isLast })
}

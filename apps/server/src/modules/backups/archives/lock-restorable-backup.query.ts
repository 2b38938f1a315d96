import type { Actor } from '../../../platform/access/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { busyKeys } from '../../../platform/durable/runs.ts'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { backupProblems } from './backups.problems.ts'
import { removeBackup } from './backups.references.ts'
import { type BackupRow, lockDetachedBackup } from './backups.repository.ts'

/** Locks a backup for a restore into another environment, unless it is being deleted. */
export async function lockRestorable(tx: Tx, actor: Actor, id: Id<'bkp'>): Promise<BackupRow> {
  const row = await lockDetachedBackup(tx, actor.organizationId, id)
  if (row === undefined) throw notFound()
  if ((await busyKeys(tx, removeBackup, [id])).size > 0) throw new AppError(backupProblems.backup_not_available)
  return row
}

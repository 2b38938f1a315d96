/** Opens a successful backup to restore, verify, or download it. */
import type { OrganizationId } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { Manifest } from '../engines/manifest.schemas.ts'
import { backupProblems } from './backups.problems.ts'
import { type BackupRow, findBackup } from './backups.repository.ts'
import { readArchive, type StoredArchive } from './read-archive.remote.ts'
import type { BackupTools } from './workflow/backup-tools.context.ts'

export interface OpenedBackup {
  readonly row: BackupRow
  readonly manifest: Manifest
  readonly archive: StoredArchive
  /**
   * The dump. The stream fails at its end with `backup_damaged` when the stored data isn't what was written, so callers
   * must not use any of it before the end.
   */
  plain(signal: AbortSignal): AsyncIterable<Buffer>
}

export async function openBackup(
  tools: BackupTools,
  organizationId: OrganizationId,
  id: Id<'bkp'>,
): Promise<OpenedBackup> {
  const row = await tools.database.tenant(organizationId, (tx) => findBackup(tx, organizationId, { id }))
  const { destination_id: destinationId = null, object_key: key = null, status } = row ?? {}
  if (row === undefined || status !== 'succeeded' || destinationId === null || key === null)
    throw new AppError(backupProblems.backup_not_available)
  const manifest = Manifest.parse(row.manifest)
  const store = await tools.openStore(organizationId, destinationId)
  const { identity } = await tools.openKey(organizationId)
  const archive = { store, key, version: row.object_version, digest: manifest, identity }
  return { row, manifest, archive, plain: (signal) => readArchive(archive, signal) }
}

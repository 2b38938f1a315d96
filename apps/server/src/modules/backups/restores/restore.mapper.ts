import { brandId } from '../../../platform/ids/brand.ts'
import { Import, ImportDetails } from '../imports/imports.schemas.ts'
import type { RestoreRow } from './restores.repository.ts'
import { Restore } from './restores.schemas.ts'

/** Fields that restores and imports share. */
function toRestoreFields(row: RestoreRow) {
  return {
    environmentId: row.environment_id,
    serviceId: row.service_id,
    status: row.status,
    safetyBackupId: row.safety_backup_id,
    undoUntil: row.undo_until,
    confirmedAt: row.confirmed_at,
    revertedAt: row.reverted_at,
    progress: row.progress,
    error: row.error,
    warning: row.warning,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    startedAt: row.started_at,
    switchedAt: row.switched_at,
    finishedAt: row.finished_at,
  }
}

export function toRestore(row: RestoreRow): Restore {
  const target = row.target === 'in_place' ? 'inPlace' : 'newService'
  return { id: row.id, backupId: row.backup_id, target, volume: row.volume, ...toRestoreFields(row) }
}

export function toImport(row: RestoreRow): Import {
  const { form, sizeBytes, sha256, expandedBytes, statements, leftOut, tables, rows } = ImportDetails.parse(row.details)
  return {
    id: brandId<'imp'>(row.id),
    ...toRestoreFields(row),
    file: { format: form, sizeBytes, sha256, uncompressedBytes: expandedBytes, statements },
    skippedStatements: leftOut,
    result: tables === null || rows === null ? null : { tables, rows },
  }
}

export function toRestoreEvent(row: RestoreRow): { kind: 'status'; data: unknown } {
  const data = row.source === 'import' ? Import.encode(toImport(row)) : Restore.encode(toRestore(row))
  return { kind: 'status', data }
}

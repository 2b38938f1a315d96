import type { Manifest } from '../engines/manifest.schemas.ts'
import type { BackupRow } from './backups.repository.ts'
import { Backup, type ContentSummary } from './backups.schemas.ts'

const shownTables = 1_000

export function toBackup(row: BackupRow): Backup {
  return {
    id: row.id,
    environmentId: row.environment_id,
    environmentName: row.environment_name,
    projectName: row.project_name,
    serviceId: row.service_id,
    serviceName: row.service_name,
    volume: row.volume,
    kind: row.kind,
    status: row.status,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    encrypted: true,
    engine: row.engine,
    engineVersion: row.engine_version,
    engineImage: row.engine_image,
    content: row.manifest === null ? null : toContent(row.manifest, shownTables),
    restoreTestedAt: row.proven_at,
    restoreTest: row.proof,
    destination: row.destination_id === null ? null : { id: row.destination_id, objectKey: objectKeyOf(row) },
    lockedUntil: row.locked_until,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    error: row.error,
    version: row.version,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** A locked archive has its key from the start of the upload, so that it can be removed later. */
function objectKeyOf({ sha256, object_key: key }: BackupRow): string | null {
  return sha256 === null ? null : key
}

/** Lists and events contain the number of tables instead of each table. */
export function toBriefBackup(row: BackupRow): Backup {
  const backup = toBackup(row)
  return row.manifest === null ? backup : { ...backup, content: toContent(row.manifest, 0) }
}

export function toRunEvent(row: BackupRow): { kind: 'status'; data: unknown } {
  return { kind: 'status', data: Backup.encode(toBriefBackup(row)) }
}

function toContent({ content, databaseName, plainBytes }: Manifest, atMost: number): ContentSummary {
  return {
    databaseName,
    tables: content.tables.slice(0, atMost),
    digestAlgorithm: content.rowHash,
    tableCount: content.tables.length,
    rowCount: content.tables.reduce((sum, { rows }) => sum + rows, 0),
    objectCount: content.objects.length,
    entries: content.entries,
    uncompressedBytes: plainBytes,
  }
}

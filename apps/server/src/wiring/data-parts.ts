/** Worker components that protect data: of this instance, and of deployed environments. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBackupsWorker } from '../modules/backups/worker.ts'
import type { Workloads } from '../modules/workloads/worker.ts'
import type { Database } from '../platform/database/database.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { Unsealer } from '../platform/secrets/unseal.ts'
import type { WorkerSettings } from '../settings.ts'
import { createInstanceBackupParts } from './instance-backup.ts'

export function createDataParts(
  settings: WorkerSettings,
  parts: { database: Database; unsealer: Unsealer; outbound: Outbound; instance: string } & Pick<
    Workloads,
    'runtimes' | 'databases' | 'volumes'
  >,
) {
  const { database, unsealer, outbound, runtimes, databases, volumes } = parts
  const backups = createBackupsWorker({
    ...{ database, unsealer, outbound, runtimes, databases, volumes },
    folder: settings.BACKUP_DIRECTORY ?? null,
    diskReserveBytes: settings.SERVER_DISK_RESERVE_BYTES,
    imports: importPlace(settings),
  })
  const own = createInstanceBackupParts(settings, parts)
  return {
    workflows: [...own.workflows, ...backups.workflows],
    calls: backups.calls,
    removal: backups.removal,
    hasInstanceBackup: own.isPossible,
  }
}

function importPlace(settings: WorkerSettings) {
  return {
    directory: settings.IMPORT_DIRECTORY ?? join(tmpdir(), 'longshore-imports'),
    limits: {
      bytes: settings.IMPORT_MAX_BYTES,
      expandedBytes: settings.IMPORT_MAX_UNCOMPRESSED_BYTES,
      statements: settings.IMPORT_MAX_STATEMENTS,
      statementBytes: 64 << 20,
    },
  }
}

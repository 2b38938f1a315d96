/** Worker components that protect data: backups, restores and their parts. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type BackupRow, findLastRestoreTest } from '../modules/backups/archives/index.ts'
import { type BackupDeps, createBackupsWorker, removeArchives } from '../modules/backups/archives/worker.ts'
import { createImportsWorker } from '../modules/backups/imports/worker.ts'
import { createRotateCredentials } from '../modules/backups/logins/worker.ts'
import { createMoveWorkflows } from '../modules/backups/moves/worker.ts'
import { createRestoreWorkflows, type RestoreTools } from '../modules/backups/restores/worker.ts'
import { findBackupConfig, queueExpiry } from '../modules/backups/schedules/index.ts'
import {
  createBackupPlansWorker,
  openBackupKey,
  openStore,
  type StoreTools,
} from '../modules/backups/schedules/worker.ts'
import { isVerificationDue, startVerification } from '../modules/backups/verification/index.ts'
import { createVerifyBackup } from '../modules/backups/verification/worker.ts'
import type { Workloads } from '../modules/workloads/worker.ts'
import type { Database, OrganizationId, Tx } from '../platform/database/database.ts'
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
  const stores: StoreTools = { database, unsealer, outbound, runtimes, folder: settings.BACKUP_DIRECTORY ?? null }
  const plans = createBackupPlansWorker(stores)
  const backups: BackupDeps = {
    ...{ database, runtimes, databases, afterEnd },
    openStore: (organizationId, destinationId) => openStore(stores, organizationId, destinationId),
    openKey: (organizationId) => openBackupKey({ database, unsealer }, organizationId),
    planOf: (organizationId, environmentId) =>
      database.tenant(organizationId, async (tx) => {
        const config = await findBackupConfig(tx, organizationId, environmentId)
        return config === undefined ? null : { destinationId: config.destination_id, recipient: config.recipient }
      }),
  }
  const made = createBackupsWorker(backups)
  const restores: RestoreTools = {
    ...{ database, runtimes, databases, volumes, backups },
    clock: { now: Date.now, wait: (ms, signal) => delay(ms, undefined, { signal }) },
    diskReserveBytes: settings.SERVER_DISK_RESERVE_BYTES,
  }
  const proofs = createVerifyBackup({
    ...restores,
    openProofKey: (organizationId) => openBackupKey({ database, unsealer }, organizationId),
  })
  const imports = createImportsWorker({ ...restores, unsealer, ...importPlace(settings) })
  const own = createInstanceBackupParts(settings, parts)
  return {
    workflows: [
      ...[proofs, ...own.workflows, ...plans.workflows, ...made.workflows],
      createRotateCredentials({ database, unsealer, runtimes, databases }),
      ...[...createRestoreWorkflows(restores), ...createMoveWorkflows({ database, runtimes }), ...imports.workflows],
    ],
    calls: [...plans.calls, ...made.calls, ...imports.calls],
    hasInstanceBackup: own.isPossible,
    removal: {
      removeArchives: (organizationId: OrganizationId, signal: AbortSignal) =>
        removeArchives(backups, organizationId, signal),
      removeUploads: imports.removeUploads,
    },
  }
}

/** Where uploaded files are stored temporarily, and their limits. */
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

/** Removes expired backups after a new one, and starts a verification if it is due. */
async function afterEnd(tx: Tx, organizationId: OrganizationId, backup: BackupRow): Promise<void> {
  const { id: backupId, status, environment_id: environmentId, service_id: serviceId, volume } = backup
  if (status !== 'succeeded' || environmentId === null) return
  await queueExpiry(tx, organizationId, environmentId)
  const config = await findBackupConfig(tx, organizationId, environmentId)
  if (config === undefined) return
  const lastRestoreTestAt = await findLastRestoreTest(tx, organizationId, { serviceId, volume })
  if (isVerificationDue(config.proof, { lastRestoreTestAt, now: new Date() }))
    await startVerification(tx, organizationId, { environmentId, backupId })
}

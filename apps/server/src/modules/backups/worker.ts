/** The worker side of backups: archives, schedules, database logins, verification, restores, imports and moves. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import { upsertSchedule } from '../../platform/durable/schedules.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { LinkHandler } from '../../platform/link/call.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import type { WorkerSettings } from '../../settings.ts'
import type { DeployDeps, Rehearse } from '../deployments/worker.ts'
import type { MoveData, Workloads } from '../workloads/worker.ts'
import { type BackupRow, findLastRestoreTest } from './archives/backups.repository.ts'
import { createBackupCalls } from './archives/calls/download-backup.call.ts'
import { removeArchives } from './archives/remove-archives.remote.ts'
import { createBackUp } from './archives/workflow/backup.workflow.ts'
import type { BackupDeps } from './archives/workflow/backup-tools.context.ts'
import { createRemoveBackup } from './archives/workflow/remove-backup.workflow.ts'
import { createImportCalls } from './imports/calls/store-upload.call.ts'
import type { ImportLimits } from './imports/import-limits.policy.ts'
import { createUploads, type Uploads } from './imports/uploads.remote.ts'
import { createImportFile } from './imports/workflow/import.workflow.ts'
import { createRotateCredentials } from './logins/workflow/rotate-credentials.workflow.ts'
import { createMoveData as createMoveDataOf } from './moves/move-data.remote.ts'
import { createExpireMoves, createSettleMove, expireMoves } from './moves/workflow/settle-move.workflow.ts'
import { createRecoveryChecksPoller } from './recovery/drills/recovery-checks.poller.ts'
import { createDrill } from './recovery/drills/workflow/drill.workflow.ts'
import { createFencePoller } from './recovery/fence.poller.ts'
import { createFenceServer } from './recovery/workflow/fence-server.workflow.ts'
import { createRehearse } from './rehearsals/rehearse.remote.ts'
import { createExpireRestores, expireRestores } from './restores/workflow/expire-restores.workflow.ts'
import type { RestoreTools } from './restores/workflow/restore.context.ts'
import { createRestoreBackup } from './restores/workflow/restore.workflow.ts'
import { createSettleRestore, createUndoRestore } from './restores/workflow/undo-restore.workflow.ts'
import { findBackupConfig } from './schedules/backup-configs.repository.ts'
import { openBackupKey } from './schedules/backup-key.crypto.ts'
import { createBackupScheduleCalls } from './schedules/calls/schedules.call.ts'
import { openStore, type StoreTools } from './schedules/open-store.remote.ts'
import { queueExpiry } from './schedules/queue-expiry.action.ts'
import { createBackupSchedule } from './schedules/workflow/backup-schedule.workflow.ts'
import { createExpireBackups } from './schedules/workflow/expire-backups.workflow.ts'
import { startVerification } from './verification/start-verification.action.ts'
import { isVerificationDue } from './verification/verification-due.policy.ts'
import { createVerifyBackup } from './verification/workflow/verify-backup.workflow.ts'

export { compareContent } from './engines/compare-content.policy.ts'
export { volumeContainer } from './engines/dump-containers.remote.ts'
export { scanDump } from './engines/scan/scan-dump.policy.ts'
export { createBackUpFirst } from './schedules/back-up-first.action.ts'
export { listBackupFreshness } from './schedules/backup-freshness.repository.ts'

const clock: RestoreTools['clock'] = { now: Date.now, wait: (ms, signal) => delay(ms, undefined, { signal }) }

export interface BackupsWorkerOptions
  extends Pick<Workloads, 'runtimes' | 'databases' | 'volumes' | 'apps' | 'records' | 'programs' | 'clock'> {
  readonly database: Database
  readonly unsealer: Unsealer
  readonly log: Log
  /** Ports of deployments, whose steps a drill runs. */
  readonly ports: DeployDeps
  readonly outbound: Outbound
  readonly settings: Pick<
    WorkerSettings,
    | 'BACKUP_DIRECTORY'
    | 'IMPORT_DIRECTORY'
    | 'IMPORT_MAX_BYTES'
    | 'IMPORT_MAX_STATEMENTS'
    | 'IMPORT_MAX_UNCOMPRESSED_BYTES'
    | 'SERVER_DISK_RESERVE_BYTES'
  >
}

export interface BackupsWorker {
  workflows: AnyWorkflow[]
  calls: LinkHandler[]
  /** Not started. */
  loops: BackgroundLoop[]
  /** Functions that the removal of an organization uses. */
  removal: {
    removeArchives(organizationId: OrganizationId, signal: AbortSignal): ReturnType<typeof removeArchives>
    removeUploads: Uploads['discardAll']
  }
}

export function createBackupsWorker(options: BackupsWorkerOptions): BackupsWorker {
  const { database, unsealer, runtimes, databases, volumes, apps, settings } = options
  const stores: StoreTools = { ...options, folder: settings.BACKUP_DIRECTORY ?? null }
  const backups = createBackupDeps({ ...stores, databases })
  const restores: RestoreTools = {
    ...{ database, runtimes, databases, volumes, apps, backups },
    diskReserveBytes: settings.SERVER_DISK_RESERVE_BYTES,
    clock,
  }
  const directory = settings.IMPORT_DIRECTORY ?? join(tmpdir(), 'longshore-imports')
  const uploads = createUploads({ database, unsealer, directory })
  const limits = importLimitsOf(settings)
  return {
    workflows: [
      createVerifyBackup({
        ...restores,
        openProofKey: (organizationId) => openBackupKey({ database, unsealer }, organizationId),
      }),
      ...[createBackupSchedule(), createExpireBackups(backups)],
      ...[createBackUp(backups), createRemoveBackup(backups)],
      createRotateCredentials({ database, unsealer, runtimes, databases }),
      ...[createRestoreBackup(restores), createUndoRestore(restores)],
      ...[createSettleRestore(restores), createExpireRestores(restores)],
      ...[createSettleMove({ database, runtimes }), createExpireMoves({ database })],
      createImportFile({ ...restores, uploads, limits }),
      createFenceServer(options),
      createDrill({ ...restores, ports: options.ports, work: options }),
    ],
    loops: [createFencePoller(options), createRecoveryChecksPoller(options)],
    calls: [
      ...createBackupScheduleCalls(stores),
      ...createBackupCalls(backups),
      ...createImportCalls({ uploads, limits }),
    ],
    removal: {
      removeArchives: (organizationId, signal) => removeArchives(backups, organizationId, signal),
      removeUploads: uploads.discardAll,
    },
  }
}

/** Release commands run on copies of the databases that these backups hold. */
export function createRehearsals(options: Omit<BackupsWorkerOptions, 'ports'>): Rehearse {
  const { database, runtimes, databases, settings } = options
  const stores: StoreTools = { ...options, folder: settings.BACKUP_DIRECTORY ?? null }
  return createRehearse({
    ...{ database, runtimes, databases, clock, backups: createBackupDeps({ ...stores, databases }) },
    diskReserveBytes: settings.SERVER_DISK_RESERVE_BYTES,
  })
}

/** Moves data to other servers, or restores it there. */
export function createMoveData(options: Omit<BackupsWorkerOptions, 'ports'>): MoveData {
  const { database, runtimes, databases, settings } = options
  const backups = createBackupDeps({ ...options, folder: settings.BACKUP_DIRECTORY ?? null })
  return createMoveDataOf({
    database,
    runtimes,
    databases,
    backups,
    diskReserveBytes: settings.SERVER_DISK_RESERVE_BYTES,
  })
}

function importLimitsOf(settings: BackupsWorkerOptions['settings']): ImportLimits {
  return {
    bytes: settings.IMPORT_MAX_BYTES,
    expandedBytes: settings.IMPORT_MAX_UNCOMPRESSED_BYTES,
    statements: settings.IMPORT_MAX_STATEMENTS,
    statementBytes: 64 << 20,
  }
}

function createBackupDeps(options: StoreTools & Pick<BackupDeps, 'databases'>): BackupDeps {
  const { database, unsealer, runtimes, databases } = options
  return {
    ...{ database, runtimes, databases, afterEnd },
    openStore: (organizationId, destinationId) => openStore(options, organizationId, destinationId),
    openKey: (organizationId) => openBackupKey({ database, unsealer }, organizationId),
    scheduleOf: (organizationId, environmentId) =>
      database.tenant(organizationId, async (tx) => {
        const config = await findBackupConfig(tx, organizationId, environmentId)
        return config === undefined ? null : { destinationId: config.destination_id, recipient: config.recipient }
      }),
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

/** Schedules the removal of old data after unconfirmed restores and moves. */
export async function scheduleDataExpiry(database: Database): Promise<void> {
  const every = { key: 'instance', input: {}, organizationId: null, cron: '*/10 * * * *', timezone: 'UTC' } as const
  for (const workflow of [expireRestores, expireMoves])
    await database.system((tx) => upsertSchedule(tx, { ...every, workflow, missed: 'run_once' }))
}

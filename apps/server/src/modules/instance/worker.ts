/** The worker side of the instance: its backups, cleanup, version check, and removed organizations. */
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { LinkHandler } from '../../platform/link/call.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Secret } from '../../platform/secrets/secret.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import type { WorkerSettings } from '../../settings.ts'
import { createAnchorKeys } from '../audit/index.ts'
import { type InstanceStoreSettings, openInstanceStore } from './backup/instance-store.client.ts'
import { scheduleInstanceBackup } from './backup/schedule-instance-backup.action.ts'
import { createCheckInstanceBackup } from './backup/workflow/check-instance-backup.workflow.ts'
import { createInstanceBackup } from './backup/workflow/instance-backup.workflow.ts'
import { createHealthCall } from './health/health.call.ts'
import type { HealthReport } from './health/health.schemas.ts'
import { scheduleHousekeeping } from './housekeeping/schedule-housekeeping.action.ts'
import { createHousekeeping } from './housekeeping/workflow/housekeeping.workflow.ts'
import type { RemovalTools } from './organization-removal/workflow/removal.context.ts'
import { createRemoveOrganization } from './organization-removal/workflow/remove-organization.workflow.ts'
import { createSystemCalls, type SystemCallOptions } from './system/system.call.ts'
import { createUpgradeCalls, type UpgradeCallOptions } from './upgrade/upgrade.call.ts'
import { scheduleVersionCheck } from './version/schedule-version-check.action.ts'
import { createCheckVersion } from './version/workflow/check-version.workflow.ts'

export { backupFolder, backupKeyOf, isBackupKey } from './backup/backup-key.policy.ts'
export { measureBackup } from './backup/backup-size.query.ts'
export { createBackup } from './backup/create-instance-backup.action.ts'
export {
  findKitExport,
  findLastSuccess,
  recordBackupCreated,
  recordBackupStarted,
  recordKitExported,
} from './backup/instance-backups.system-repository.ts'
export { openInstanceStore } from './backup/instance-store.client.ts'
export { writeKit } from './backup/recovery-kit.policy.ts'
export { restoreBackup } from './backup/restore-instance-backup.action.ts'
export { createPingCall } from './link/ping.call.ts'

type InstanceSettings = Pick<
  WorkerSettings,
  | 'DATABASE_URL'
  | 'DEPLOYMENT_HISTORY_DAYS'
  | 'INSTANCE_BACKUP_KEEP'
  | 'INSTANCE_BACKUP_RECIPIENTS'
  | 'OPERATORS'
  | 'RUNTIME_LOG_DAYS'
  | 'SIGN_UP_MODE'
  | 'VERSION_FEED_URL'
> &
  InstanceStoreSettings &
  SystemCallOptions['settings'] &
  UpgradeCallOptions['settings']

export interface InstanceWorkerOptions {
  database: Database
  unsealer: Unsealer
  outbound: Outbound
  log: Log
  mailer: Mailer | null
  /** Runs the doctor's checks, which know every module. */
  checkHealth: () => Promise<HealthReport>
  /** Identities that open sealed secrets, the current one first. */
  identities: readonly [Secret, ...Secret[]]
  instanceId: string
  version: string
  settings: InstanceSettings
  /** Functions of other modules that the removal of an organization calls. */
  removal: Omit<RemovalTools, 'clock' | 'database'>
}

export interface InstanceWorker {
  workflows: AnyWorkflow[]
  calls: LinkHandler[]
  /** Whether a storage location for instance backups is configured. */
  hasInstanceBackup: boolean
}

export function createInstanceWorker(options: InstanceWorkerOptions): InstanceWorker {
  const { database, unsealer, outbound, log, identities, version, settings } = options
  const { RUNTIME_LOG_DAYS: runtimeLogDays, DEPLOYMENT_HISTORY_DAYS: historyDays } = settings
  const anchorKeys = createAnchorKeys(identities, unsealer.keys)
  const clock = { wait: (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }) }
  const backups = createInstanceBackups(options)
  return {
    workflows: [
      createHousekeeping({ database, runtimeLogDays, historyDays, anchorKeys, log }),
      createRemoveOrganization({ ...options.removal, database, clock }),
      createCheckVersion({ database, outbound, feedUrl: settings.VERSION_FEED_URL, currentVersion: version }),
      ...backups.workflows,
    ],
    calls: [createHealthCall(options.checkHealth), ...createSystemCalls(options), ...createUpgradeCalls(options)],
    hasInstanceBackup: backups.isPossible,
  }
}

function createInstanceBackups({ database, unsealer, outbound, settings, ...options }: InstanceWorkerOptions) {
  const { instanceId, version } = options
  const store = openInstanceStore(settings, outbound)
  const [identity] = options.identities
  const { INSTANCE_BACKUP_RECIPIENTS: more } = settings
  const backup = createInstanceBackup({
    ...{ store, instanceId, version, identity },
    databaseUrl: settings.DATABASE_URL,
    recipients: [unsealer.keys[0].recipient, ...(more === undefined ? [] : [more])],
    keep: settings.INSTANCE_BACKUP_KEEP,
  })
  const operators = { operators: settings.OPERATORS, isSignUpOpen: settings.SIGN_UP_MODE === 'open' }
  const check = createCheckInstanceBackup({ database, clock: systemClock, operators })
  return { workflows: [backup, check], isPossible: store !== null }
}

/** `backupCron` is null if no storage location is configured. Without a feed URL, nothing checks for new versions. */
export async function scheduleInstanceWork(
  database: Database,
  { backupCron, feedUrl }: { backupCron: string | null; feedUrl: string | undefined },
): Promise<void> {
  await scheduleHousekeeping(database)
  await scheduleInstanceBackup(database, backupCron)
  await scheduleVersionCheck(database, feedUrl)
}

/** The worker side of the instance: its backups, cleanup, version check, and removed organizations. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import { scheduleInstanceBackup } from './backup/schedule-instance-backup.action.ts'
import { scheduleHousekeeping } from './housekeeping/schedule-housekeeping.action.ts'
import type { RemovalTools } from './organization-removal/workflow/removal.context.ts'
import { createRemoveOrganization } from './organization-removal/workflow/remove-organization.workflow.ts'
import { scheduleVersionCheck } from './version/schedule-version-check.action.ts'

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
export { createCheckInstanceBackup } from './backup/workflow/check-instance-backup.workflow.ts'
export { createInstanceBackup } from './backup/workflow/instance-backup.workflow.ts'
export { createHousekeeping } from './housekeeping/workflow/housekeeping.workflow.ts'
export { createPingCall } from './link/ping.call.ts'
export { createCheckVersion } from './version/workflow/check-version.workflow.ts'

export function createOrganizationRemoval(tools: Omit<RemovalTools, 'clock'>): AnyWorkflow {
  return createRemoveOrganization({ ...tools, clock: { wait: (ms, signal) => delay(ms, undefined, { signal }) } })
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

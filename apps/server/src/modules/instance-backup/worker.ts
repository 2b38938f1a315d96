import type { Database } from '../../platform/database/database.ts'
import { removeSchedule, upsertSchedule } from '../../platform/durable/schedules.ts'
import { excludedTables } from './excluded-tables.policy.ts'
import { checkInstanceBackup, instanceBackup } from './instance-backup-workflows.ts'
import { measureTables } from './instance-backups.system-repository.ts'
import { maximumBytes } from './workflow/create-backup.ts'

export { backupFolder, backupKeyOf, isBackupKey } from './backup-key.policy.ts'
export {
  findKitExport,
  findLastSuccess,
  recordBackupCreated,
  recordBackupStarted,
  recordKitExported,
} from './instance-backups.system-repository.ts'
export { writeKit } from './recovery-kit.policy.ts'
export { createCheckInstanceBackup } from './workflow/check-instance-backup.workflow.ts'
export { createBackup } from './workflow/create-backup.ts'
export { createInstanceBackup } from './workflow/instance-backup.workflow.ts'
export { openInstanceStore } from './workflow/open-instance-store.ts'
export { restoreBackup } from './workflow/restore-backup.ts'

/** Returns the size on disk of the tables in a backup, and the maximum size of a backup. */
export async function measureBackup(db: Database['systemDb']): Promise<{ bytes: number; maximumBytes: number }> {
  return { bytes: await measureTables(db, { without: excludedTables }), maximumBytes }
}

/** `cron` is null if no storage location is configured. */
export async function scheduleInstanceBackup(database: Database, cron: string | null): Promise<void> {
  const own = { key: 'instance', input: {}, organizationId: null, timezone: 'UTC', missed: 'run_once' } as const
  const [making, looking] = [
    { ...own, workflow: instanceBackup, cron },
    { ...own, workflow: checkInstanceBackup, cron: cron === null ? null : '23 * * * *' },
  ]
  await database.system(async (tx) => {
    for (const { cron: times, ...schedule } of [making, looking])
      if (times === null) await removeSchedule(tx, schedule)
      else await upsertSchedule(tx, { ...schedule, cron: times })
  })
}

import type { AnyWorkflow } from '../../../platform/durable/workflow.ts'
import type { LinkHandler } from '../../../platform/link/call.ts'
import { createBackupPlanCalls } from './calls/schedules.call.ts'
import type { StoreTools } from './open-store.remote.ts'
import { createBackupSchedule } from './workflow/backup-schedule.workflow.ts'
import { createExpireBackups } from './workflow/expire-backups.workflow.ts'

export { createBackUpFirst } from './back-up-first.action.ts'
export { listBackupFreshness } from './backup-freshness.repository.ts'
export { ensureBackupKey, openBackupKey } from './backup-key.crypto.ts'
export { openStore, type StoreTools } from './open-store.remote.ts'

export interface BackupPlansWorker {
  workflows: AnyWorkflow[]
  calls: LinkHandler[]
}

export function createBackupPlansWorker(tools: StoreTools): BackupPlansWorker {
  return {
    workflows: [createBackupSchedule(), createExpireBackups(tools)],
    calls: createBackupPlanCalls(tools),
  }
}

import type { AnyWorkflow } from '../../../platform/durable/workflow.ts'
import type { LinkHandler } from '../../../platform/link/call.ts'
import { createBackupPlanCalls } from './calls/backup-plans.call.ts'
import type { StoreTools } from './calls/open-store.ts'
import { createBackupSchedule } from './workflow/backup-schedule.workflow.ts'
import { createExpireBackups } from './workflow/expire-backups.workflow.ts'

export { listBackupFreshness } from './backup-freshness.repository.ts'
export { ensureBackupKey, openBackupKey } from './calls/backup-key.ts'
export { openStore, type StoreTools } from './calls/open-store.ts'
export { createBackUpFirst } from './workflow/back-up-first.ts'

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

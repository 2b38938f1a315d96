import type { AnyWorkflow } from '../../../platform/durable/workflow.ts'
import type { LinkHandler } from '../../../platform/link/call.ts'
import { createBackupCalls } from './calls/download-backup.call.ts'
import { createBackUp } from './workflow/backup.workflow.ts'
import type { BackupDeps } from './workflow/backup-tools.ts'
import { createRemoveBackup } from './workflow/remove-backup.workflow.ts'

export { abortOnRestart } from './workflow/abort-on-restart.ts'
export type { BackupDeps, BackupTools } from './workflow/backup-tools.ts'
export { type OpenedBackup, openBackup } from './workflow/open-backup.ts'
export { removeArchives } from './workflow/remove-archives.ts'

export interface BackupsWorker {
  workflows: AnyWorkflow[]
  calls: LinkHandler[]
}

export function createBackupsWorker(deps: BackupDeps): BackupsWorker {
  return { workflows: [createBackUp(deps), createRemoveBackup(deps)], calls: createBackupCalls(deps) }
}

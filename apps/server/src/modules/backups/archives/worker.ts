import type { AnyWorkflow } from '../../../platform/durable/workflow.ts'
import type { LinkHandler } from '../../../platform/link/call.ts'
import { createBackupCalls } from './calls/download-backup.call.ts'
import { createBackUp } from './workflow/backup.workflow.ts'
import type { BackupDeps } from './workflow/backup-tools.context.ts'
import { createRemoveBackup } from './workflow/remove-backup.workflow.ts'

export { abortOnRestart } from './abort-on-restart.remote.ts'
export { type OpenedBackup, openBackup } from './open-backup.remote.ts'
export { removeArchives } from './remove-archives.remote.ts'
export type { BackupDeps, BackupTools } from './workflow/backup-tools.context.ts'

export interface BackupsWorker {
  workflows: AnyWorkflow[]
  calls: LinkHandler[]
}

export function createBackupsWorker(deps: BackupDeps): BackupsWorker {
  return { workflows: [createBackUp(deps), createRemoveBackup(deps)], calls: createBackupCalls(deps) }
}

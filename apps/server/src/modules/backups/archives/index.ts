import type { HttpServer } from '../../../platform/http/server.ts'
import type { StreamServer } from '../../../platform/http/sse/stream-server.ts'
import { registerBackupRoutes } from './backups.routes.ts'
import { type BackupsOptions, createBackupsService } from './backups.service.ts'
import { registerDetachedBackupRoutes } from './detached-backups.routes.ts'
import { createDetachedBackupsService } from './detached-backups.service.ts'

export { toBackup } from './backup.mapper.ts'
export { type BackupChange, publishBackupUpdated } from './backups.events.ts'
export { backupProblems } from './backups.problems.ts'
export { environmentLock } from './backups.references.ts'
export { type BackupRow, findBackup, findLastRestoreTest, updateBackup } from './backups.repository.ts'
export { detachOrRemoveBackups } from './detach-backups.action.ts'
export { lockRestorable } from './detached-backups.service.ts'
export {
  environmentLocked,
  listBackupSubjects,
  startBackup,
} from './start-backup.action.ts'

export function createBackupsModule(options: BackupsOptions & { streams: StreamServer }): {
  register(app: HttpServer): void
} {
  const backups = createBackupsService(options)
  const detached = createDetachedBackupsService(options)
  return {
    register(app) {
      registerBackupRoutes(app, { backups, streams: options.streams })
      registerDetachedBackupRoutes(app, detached)
    },
  }
}

import type { Database } from '../../../platform/database/database.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import type { StreamServer } from '../../../platform/http/sse/stream-server.ts'
import type { Sealer } from '../../../platform/secrets/seal.ts'
import { registerRestoreRoutes } from './restores.routes.ts'
import { createRestoresService } from './restores.service.ts'

export { toImport } from './restore.mapper.ts'
export { restoreFailures } from './restore-failures.problems.ts'
export { restoredVolume } from './restored-volume.policy.ts'
export { publishRestore, publishRestoreUpdated } from './restores.events.ts'
export { restoreProblems } from './restores.problems.ts'
export {
  findRestore,
  hasUndoableRestore,
  insertRestore,
  listRestores,
  type RestoreRow,
  updateRestore,
} from './restores.repository.ts'
export { cancelRestore, confirmRestore, requireRestore, undo as undoSwitch } from './restores.service.ts'
export { requireReadyEnvironment } from './start-restore.action.ts'

export function createRestoresModule(options: { database: Database; sealer: Sealer; streams: StreamServer }): {
  register(app: HttpServer): void
} {
  const restores = createRestoresService(options)
  return {
    register(app) {
      registerRestoreRoutes(app, { restores, streams: options.streams })
    },
  }
}

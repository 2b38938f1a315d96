/** The API side of backups: archives, schedules, database logins, verification, restores, imports and moves. */
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { StreamServer } from '../../platform/http/sse/stream-server.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { registerBackupRoutes } from './archives/backups.routes.ts'
import { createBackupsService } from './archives/backups.service.ts'
import { registerDetachedBackupRoutes } from './archives/detached-backups.routes.ts'
import { createDetachedBackupsService } from './archives/detached-backups.service.ts'
import { registerImportRoutes } from './imports/imports.routes.ts'
import { createImportsService } from './imports/imports.service.ts'
import { registerDatabaseLoginRoutes } from './logins/database-logins.routes.ts'
import { createDatabaseLoginsService } from './logins/database-logins.service.ts'
import { registerMoveRoutes } from './moves/moves.routes.ts'
import { createMovesService } from './moves/moves.service.ts'
import { registerDrillRoutes } from './recovery/drills/drills.routes.ts'
import { createDrillsService } from './recovery/drills/drills.service.ts'
import { registerRecoveryRoutes } from './recovery/recovery.routes.ts'
import { createRecoveryService } from './recovery/recovery.service.ts'
import { registerRestoreRoutes } from './restores/restores.routes.ts'
import { createRestoresService } from './restores/restores.service.ts'
import { findBackupConfig } from './schedules/backup-configs.repository.ts'
import { registerBackupConfigRoutes, registerBackupKeyRoutes } from './schedules/backup-configs.routes.ts'
import { createBackupConfigsService } from './schedules/backup-configs.service.ts'
import { createBackupKeyService } from './schedules/backup-key.service.ts'
import { registerDestinationRoutes } from './schedules/destinations.routes.ts'
import { createDestinationsService } from './schedules/destinations.service.ts'
import { createEnsureDefaultConfig } from './schedules/ensure-default-config.service.ts'
import { registerVerificationRoutes } from './verification/verification.routes.ts'
import { createVerificationService } from './verification/verification.service.ts'

export { backupProblems } from './archives/backups.problems.ts'
export { detachOrRemoveBackups } from './archives/detach-backups.action.ts'
export { trashedBackups } from './archives/trashed-backup.action.ts'
export { importProblems } from './imports/imports.problems.ts'
export { endMove } from './moves/end-move.action.ts'
export { moveProblems } from './moves/moves.problems.ts'
export { startMove } from './moves/start-move.action.ts'
export { listStandIns } from './recovery/drills/drills.repository.ts'
export { recoveryProblems } from './recovery/recovery.problems.ts'
export { restoreFailures } from './restores/restore-failures.problems.ts'
export { restoreProblems } from './restores/restores.problems.ts'
export { hasBackups } from './schedules/backup-configs.repository.ts'
export { listDestinationsOn } from './schedules/destinations.repository.ts'
export { createFirstBackups, type PrepareFirstBackups } from './schedules/first-backups.service.ts'
export { keepFinalBackup } from './schedules/keep-final-backup.action.ts'
export { backupScheduleProblems } from './schedules/schedules.problems.ts'
export { backupIdentity, destinationSecret, proofKey } from './schedules/sealed-values.crypto.ts'
export { startScheduledBackups } from './schedules/start-scheduled-backups.action.ts'
export { trashedDestinations } from './schedules/trashed-destination.action.ts'
export { verificationProblems } from './verification/verification.problems.ts'

export interface BackupsModuleOptions {
  database: Database
  sealer: Sealer
  clock: Clock
  link: LinkClient
  streams: StreamServer
  /** False on multi-tenant instances, where organizations don't get this machine's disk unless they ask for it. */
  isDiskOffered: boolean
}

export function createBackupsModule(options: BackupsModuleOptions): { register(app: HttpServer): void } {
  const { streams } = options
  const schedules = createScheduleServices(options)
  const backups = createBackupsService({
    ...options,
    // Schedules determine where backups are stored.
    hasConfig: async (...where) => (await findBackupConfig(...where)) !== undefined,
    ensureDefaultConfig: createEnsureDefaultConfig({ ...options, configs: schedules.configs }),
  })
  const detached = createDetachedBackupsService(options)
  const logins = createDatabaseLoginsService(options)
  const verification = createVerificationService(options)
  const restores = createRestoresService(options)
  const imports = createImportsService(options)
  const moves = createMovesService(options)
  const recovery = createRecoveryService(options)
  const drills = createDrillsService(options)
  return {
    register(app) {
      registerBackupRoutes(app, { backups, streams })
      registerDetachedBackupRoutes(app, detached)
      registerDestinationRoutes(app, schedules.destinations)
      registerBackupConfigRoutes(app, schedules.configs)
      registerBackupKeyRoutes(app, schedules.keys)
      registerDatabaseLoginRoutes(app, logins)
      registerVerificationRoutes(app, verification)
      registerRestoreRoutes(app, { restores, streams })
      registerImportRoutes(app, { imports, streams })
      registerMoveRoutes(app, moves)
      registerRecoveryRoutes(app, recovery)
      registerDrillRoutes(app, drills)
    },
  }
}

function createScheduleServices(options: BackupsModuleOptions) {
  const destinations = createDestinationsService(options)
  return {
    destinations,
    configs: createBackupConfigsService({ ...options, destinations }),
    keys: createBackupKeyService(options),
  }
}

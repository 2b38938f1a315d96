import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import type { LinkClient } from '../../../platform/link/link-client.ts'
import type { Sealer } from '../../../platform/secrets/seal.ts'
import { registerBackupConfigRoutes, registerBackupKeyRoutes } from './backup-configs.routes.ts'
import { createBackupConfigsService } from './backup-configs.service.ts'
import { createBackupKeyService } from './backup-key.service.ts'
import { registerDestinationRoutes } from './destinations.routes.ts'
import { createDestinationsService } from './destinations.service.ts'
import { createEnsureDefaultConfig, type EnsureDefaultConfig } from './ensure-default-config.service.ts'

export { findBackupConfig } from './backup-configs.repository.ts'
export { listDestinationsOn } from './destinations.repository.ts'
export { keepFinalBackup } from './keep-final-backup.action.ts'
export { backupPlanProblems } from './schedules.problems.ts'
export { queueExpiry } from './schedules.references.ts'
export { backupIdentity, destinationSecret, proofKey } from './sealed-values.crypto.ts'

export interface BackupPlansOptions {
  database: Database
  sealer: Sealer
  clock: Clock
  link: LinkClient
  isDiskOffered: boolean
}

export function createBackupPlansModule(options: BackupPlansOptions): {
  makeDefaultPlan: EnsureDefaultConfig
  register(app: HttpServer): void
} {
  const destinations = createDestinationsService(options)
  const configs = createBackupConfigsService({ ...options, destinations })
  const keys = createBackupKeyService(options)
  return {
    makeDefaultPlan: createEnsureDefaultConfig({ ...options, configs }),
    register(app) {
      registerDestinationRoutes(app, destinations)
      registerBackupConfigRoutes(app, configs)
      registerBackupKeyRoutes(app, keys)
    },
  }
}

import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { registerJobRoutes } from './jobs/jobs.routes.ts'
import { createJobsService } from './jobs/jobs.service.ts'
import { registerObservationRoutes } from './observations/observations.routes.ts'
import { createObservationsService, type HasBackups } from './observations/observations.service.ts'

export { followCronServices } from './jobs/cron-schedules.action.ts'
export { listLiveReleases, listNewerDeployments } from './lifecycle/server-inventory.repository.ts'
export { returnForRemoval, trashedEnvironments } from './lifecycle/trashed-environment.action.ts'
export { startServicePurge } from './lifecycle/trashed-service.action.ts'
export { readLiveRelease } from './live-release.query.ts'
export {
  findReleaseOf,
  listNewerReleases,
  listReleaseImages,
  markImagesRemoved,
  type ReleaseRow,
  saveRelease,
} from './releases.repository.ts'
export { firstVolume } from './server-names.policy.ts'
export { findDataVolume, saveDataVolume } from './service-data.repository.ts'

export function createWorkloadsModule({ database, hasBackups }: { database: Database; hasBackups: HasBackups }) {
  return {
    register(app: HttpServer) {
      registerJobRoutes(app, createJobsService({ database }))
      registerObservationRoutes(app, createObservationsService({ database, hasBackups }))
    },
  }
}

import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { StreamServer } from '../../platform/http/sse/stream-server.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import { registerDeployableRoutes } from './deployable.routes.ts'
import { createDeployableService } from './deployable.service.ts'
import { registerDeploymentRoutes } from './deployments.routes.ts'
import { createDeploymentsService } from './deployments.service.ts'
import { registerLiveViewRoutes } from './live-view.routes.ts'
import { createLiveViewService } from './live-view.service.ts'
import { registerRehearsalRoutes } from './rehearsals/rehearsals.routes.ts'
import { createRehearsalsService } from './rehearsals/rehearsals.service.ts'
import { registerScheduledDeploymentRoutes } from './scheduled/scheduled-deployments.routes.ts'
import { createScheduledDeploymentsService } from './scheduled/scheduled-deployments.service.ts'

export { deployLiveRelease } from './deploy-live-release.action.ts'
export { deployPushed } from './deploy-pushed.action.ts'
export { deploymentFailures } from './deployment-failures.problems.ts'
export { listMedianSteps } from './deployment-runs.repository.ts'
export { deploymentProblems } from './deployments.problems.ts'
export { type DeploySubject, deployEnvironment } from './deployments.references.ts'
export { findMedianDuration } from './deployments.repository.ts'
export { findNewestDeployment } from './newest-deployment.query.ts'
export { deployFirst, startDeployment } from './start-deployment.action.ts'

export interface DeploymentsModuleOptions {
  database: Database
  streams: StreamServer
  link: LinkClient
}

export function createDeploymentsModule(options: DeploymentsModuleOptions): { register(app: HttpServer): void } {
  const deployments = createDeploymentsService(options)
  const deployable = createDeployableService(options)
  const view = createLiveViewService(options)
  const scheduled = createScheduledDeploymentsService(options)
  const rehearsals = createRehearsalsService(options)
  return {
    register(app) {
      registerDeploymentRoutes(app, deployments)
      registerScheduledDeploymentRoutes(app, scheduled)
      registerDeployableRoutes(app, deployable)
      registerRehearsalRoutes(app, rehearsals)
      registerLiveViewRoutes(app, { view, streams: options.streams })
    },
  }
}

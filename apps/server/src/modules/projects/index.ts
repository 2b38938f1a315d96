import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { StreamServer } from '../../platform/http/sse/stream-server.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import type { EnvironmentDependencies } from '../environments/index.ts'
import { registerAnalysisRoutes } from './analyses.routes.ts'
import { createAnalysesService } from './analyses.service.ts'
import { registerCheckComposeRoute } from './check-compose.routes.ts'
import { createCheckComposeService } from './check-compose.service.ts'
import { registerComposeFileRoutes } from './compose-file.routes.ts'
import { createComposeFileService } from './compose-file.service.ts'
import { createExampleService, type ExampleOptions } from './example.service.ts'
import { createFinalizeService, type FinalizeOptions } from './finalize.service.ts'
import { registerProjectRoutes } from './projects.routes.ts'
import { createProjectsService } from './projects.service.ts'

export { addImageProject, addProject } from './add-project.action.ts'
export { analysisProblems } from './analyses.problems.ts'
export { createComposeReader } from './check-compose.service.ts'
export { type ComposeFileService, createComposeFileService } from './compose-file.service.ts'
export { countComposeCheck } from './count-compose-check.action.ts'
export {
  type AttachFirst,
  createFirstEnvironment,
  type FirstEnvironmentParts,
  fileVariablesOf,
  requireSuggestion,
} from './create-first-environment.action.ts'
export { planCompose } from './plan-compose.mapper.ts'
export { prepareSource } from './prepare-source.action.ts'
export { composeFileText, projectCompose } from './project-compose.crypto.ts'
export { readProjectFacts } from './project-facts.query.ts'
export { publishProjectUpdated } from './projects.events.ts'
export { projectProblems } from './projects.problems.ts'
export { findProjectIds, listProjectsUsing } from './projects.repository.ts'
export { readProject, requireProject } from './read-project.query.ts'
export { continueRemoval, giveUpRemoval } from './remove-project.action.ts'
export { createTrashedProjects } from './trashed-project.action.ts'

export interface ProjectsModuleOptions {
  database: Database
  sealer: Sealer
  clock: Clock
  streams: StreamServer
  link: LinkClient
  deploy: FinalizeOptions['deploy']
  firstDomain: FinalizeOptions['firstDomain']
  domains: FinalizeOptions['domains']
  exampleImage: ExampleOptions['exampleImage']
  dependencies: EnvironmentDependencies
}

export function createProjectsModule(options: ProjectsModuleOptions): { register(app: HttpServer): void } {
  const projects = createProjectsService(options)
  const analyses = createAnalysesService(options)
  const finalizing = createFinalizeService(options)
  return {
    register(app) {
      registerProjectRoutes(app, { projects, finalizing, examples: createExampleService(options) })
      registerComposeFileRoutes(app, createComposeFileService(options))
      registerCheckComposeRoute(app, createCheckComposeService(options))
      registerAnalysisRoutes(app, { analyses, streams: options.streams })
    },
  }
}

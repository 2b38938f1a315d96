/** The API side of the catalog: templates of apps, deployments from them, and their updates. */
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import type { PrepareFirstBackups } from '../backups/index.ts'
import type { EnvironmentDependencies } from '../environments/index.ts'
import { createComposeFileService, type FirstEnvironmentParts } from '../projects/index.ts'
import { loadBuiltInTemplates } from './built-in-templates.query.ts'
import { registerCatalogRoutes } from './catalog.routes.ts'
import { createCatalogService } from './catalog.service.ts'
import { createDeployTemplateService, type DeployTemplateOptions } from './deploy-template.service.ts'
import { createEnvironmentTemplateService } from './environment-template.service.ts'
import { createTemplateOpener } from './open-template.service.ts'

export { catalogProblems } from './catalog.problems.ts'

export interface CatalogModuleOptions extends FirstEnvironmentParts {
  database: Database
  clock: Clock
  link: LinkClient
  firstDomain: DeployTemplateOptions['firstDomain']
  prepareBackups: PrepareFirstBackups
  dependencies: EnvironmentDependencies
  /** Has the templates instead of the release's own folder. */
  folder: string | undefined
}

export function createCatalogModule(options: CatalogModuleOptions): { register(app: HttpServer): void } {
  const templates = loadBuiltInTemplates(options.folder)
  const opener = createTemplateOpener({ ...options, templates })
  const catalog = createCatalogService({ templates, opener })
  const deploying = createDeployTemplateService({ ...options, opener })
  const composeFiles = createComposeFileService(options)
  const updates = createEnvironmentTemplateService({ ...options, opener, composeFiles })
  return { register: (app) => registerCatalogRoutes(app, { catalog, deploying, updates }) }
}

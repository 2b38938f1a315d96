import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { registerGithubAppRoutes, registerGitProviderRoutes } from './git-providers.routes.ts'
import { createGitProvidersService, type ProjectsUsing } from './git-providers.service.ts'
import { createGithubAppsService } from './github-apps.service.ts'

export { gitProviderProblems } from './git-providers.problems.ts'
export type { ProjectsUsing } from './git-providers.service.ts'
export { providerAppKey, providerToken } from './provider-credentials.crypto.ts'
export { requireGitProvider } from './require-git-provider.query.ts'
export { trashedProviders } from './trashed-provider.action.ts'

export interface GitProvidersModuleOptions {
  database: Database
  sealer: Sealer
  clock: Clock
  link: LinkClient
  publicUrl: string
  projectsUsing: ProjectsUsing
}

export function createGitProvidersModule(options: GitProvidersModuleOptions): { register(app: HttpServer): void } {
  const providers = createGitProvidersService(options)
  const apps = createGithubAppsService(options)
  return {
    register(app) {
      registerGitProviderRoutes(app, providers)
      registerGithubAppRoutes(app, apps)
    },
  }
}

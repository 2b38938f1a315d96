/** Front door of the Git providers module on the api's side. */
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'

export { gitProviderProblems } from './git-providers.problems.ts'
export type { GitProviderRow } from './git-providers.repository.ts'
export { providerAppKey, providerToken } from './provider-credentials.ts'
export { requireGitProvider } from './require-git-provider.ts'

/** Names of projects whose sources come through the provider; a few are enough. */
export type ProjectsUsing = (tx: Tx, organizationId: OrganizationId, providerId: Id<'git'>) => Promise<string[]>

export interface GitProvidersModuleOptions {
  database: Database
  sealer: Sealer
  clock: Clock
  link: LinkClient
  publicUrl: string
  projectsUsing: ProjectsUsing
}

export function createGitProvidersModule(_options: GitProvidersModuleOptions): { register(app: HttpServer): void } {
  return { register: (app) => app.log.debug('git providers') }
}

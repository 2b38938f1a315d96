/** Handlers of everything that can come back from the trash or be purged. Used by both processes. */
import { trashedBackups, trashedDestinations } from '../modules/backups/index.ts'
import { trashedDomains, trashedRoutes } from '../modules/domains/index.ts'
import { trashedServices, trashedVariables } from '../modules/environments/index.ts'
import { trashedProviders } from '../modules/git-providers/index.ts'
import { trashedConnectors } from '../modules/notifications/index.ts'
import { trashedMembers } from '../modules/organizations/index.ts'
import { createTrashedProjects } from '../modules/projects/index.ts'
import { trashedRegistries } from '../modules/registries/index.ts'
import { trashedServers } from '../modules/servers/index.ts'
import type { TrashHandlers } from '../modules/trash/index.ts'
import { returnForRemoval, startServicePurge, trashedEnvironments } from '../modules/workloads/index.ts'

export const trashHandlers: TrashHandlers = {
  environment: trashedEnvironments,
  project: createTrashedProjects(returnForRemoval),
  service: { ...trashedServices, purge: startServicePurge },
  variables: trashedVariables,
  attached_domain: trashedRoutes,
  domain: trashedDomains,
  server: trashedServers,
  backup: trashedBackups,
  backup_destination: trashedDestinations,
  git_provider: trashedProviders,
  registry: trashedRegistries,
  connector: trashedConnectors,
  member: trashedMembers,
}

/** The page of what comes back from the trash. Pure. */
import type { TrashItem } from '@longshore/sdk'
import { paths } from '../../navigation/paths.ts'

export type Restorable = Pick<TrashItem, 'kind' | 'resourceId' | 'environmentId'>

type PathOf = (resourceId: string, environmentId: string | null) => string

const pathsOfKinds: Readonly<Record<TrashItem['kind'], PathOf>> = {
  project: (id) => paths.project(id),
  environment: (id) => paths.environment(id),
  service: (id, environmentId) => (environmentId === null ? paths.home() : paths.service(environmentId, id)),
  // Variables have the ID of their environment.
  variables: (id) => paths.variables(id),
  attached_domain: (id, environmentId) =>
    environmentId === null ? paths.domain(id) : paths.environmentDomains(environmentId),
  domain: (id) => paths.domain(id),
  server: (id) => paths.server(id),
  backup: (_id, environmentId) => (environmentId === null ? paths.backupStores() : paths.backups(environmentId)),
  backup_destination: () => paths.backupStores(),
  git_provider: () => paths.git(),
  registry: () => paths.registries(),
  connector: (id) => paths.connector(id),
  member: () => paths.team(),
}

export function restoredPath({ kind, resourceId, environmentId }: Restorable): string {
  return pathsOfKinds[kind](resourceId, environmentId)
}

/** What environments need of modules that stand above them; handed in where everything is put together. */
import type { Actor } from '../../platform/access/actor.ts'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { EnvironmentRow } from './environments.repository.ts'
import type { Environment } from './environments.schemas.ts'
import type { LiveRelease } from './pending-changes.policy.ts'
import type { FileConfiguration } from './pending-changes.schemas.ts'
import type { ServiceInput } from './services.schemas.ts'

export interface ProjectFacts {
  hasRepository: boolean
  /** Chosen by a person, or found by the newest analysis. */
  branch: string | null
  isBeingDeleted: boolean
  /** What the newest analysis suggests; empty when there is none. */
  services: readonly (ServiceInput & { ownedByFile: readonly string[] })[]
  /** What the newest analysis read in longshore.yaml or the compose file. */
  file: FileConfiguration | null
}

export interface EnvironmentDependencies {
  /** Undefined: the organization has no such project. */
  project(tx: Tx, organizationId: OrganizationId, id: Id<'prj'>): Promise<ProjectFacts | undefined>
  /** The release of the live deployment, null when there is none. */
  liveRelease(tx: Tx, organizationId: OrganizationId, id: Id<'env'>): Promise<LiveRelease | null>
  domains(tx: Tx, organizationId: OrganizationId, id: Id<'env'>): Promise<Environment['domains']>
  /** Left out: data stays where it is. Sets the server, and begins the deployment that brings the data there. */
  startMove?(tx: Tx, actor: Actor, move: { environment: EnvironmentRow; serverId: Id<'srv'> }): Promise<void>
  /** Left out: nobody keeps backups. Before a database goes: its last backup stays, or is needed. */
  keepFinalBackup?(
    tx: Tx,
    organizationId: OrganizationId,
    database: { environmentId: Id<'env'>; serviceId: Id<'svc'>; now: Date },
  ): Promise<'kept' | 'needed' | 'not_wanted'>
}

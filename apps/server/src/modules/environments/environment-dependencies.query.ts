/** Functions of higher modules that environments call. The wiring provides them. */
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
  /** Services that the newest analysis suggests; empty without one. */
  services: readonly (ServiceInput & { ownedByFile: readonly string[] })[]
  /** Content of longshore.yaml or the compose file in the newest analysis. */
  file: FileConfiguration | null
}

export interface EnvironmentDependencies {
  /** Returns undefined when the organization has no such project. */
  project(tx: Tx, organizationId: OrganizationId, id: Id<'prj'>): Promise<ProjectFacts | undefined>
  /** Returns the release of the live deployment, or null without one. */
  liveRelease(tx: Tx, organizationId: OrganizationId, id: Id<'env'>): Promise<LiveRelease | null>
  domains(tx: Tx, organizationId: OrganizationId, id: Id<'env'>): Promise<Environment['domains']>
  /** Returns whether its databases are backed up. Without it, there are no backups. */
  hasBackups?(tx: Tx, organizationId: OrganizationId, id: Id<'env'>): Promise<boolean>
  /** Returns whether containers from before Longshore run again in its place. */
  isAdoptionUndone?(tx: Tx, organizationId: OrganizationId, id: Id<'env'>): Promise<boolean>
  /** Sets the server and starts the deployment that moves the data. Without it, data can't be moved. */
  startMove?(tx: Tx, actor: Actor, move: { environment: EnvironmentRow; serverId: Id<'srv'> }): Promise<void>
  /**
   * Keeps the last backup of a database that is about to be deleted, or reports that one is needed. Without it, there
   * are no backups.
   */
  keepFinalBackup?(
    tx: Tx,
    organizationId: OrganizationId,
    database: { environmentId: Id<'env'>; serviceId: Id<'svc'>; now: Date },
  ): Promise<'kept' | 'needed' | 'not_wanted'>
}

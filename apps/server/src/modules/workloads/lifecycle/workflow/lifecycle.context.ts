/** Functions of higher modules that the lifecycle of environments calls. */
import type { OrganizationId, Tx } from '../../../../platform/database/database.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import type { BackupsOfDeleted } from '../../../environments/environments.schemas.ts'
import type { EnvironmentWork } from '../../environment-work.context.ts'
import type { ListDrills, ListHeldCommands } from '../known-environments.query.ts'

export interface LifecycleWork extends EnvironmentWork {
  readonly listHeldCommands: ListHeldCommands
  readonly listDrills?: ListDrills
  /**
   * Keeps the backups with the names of their environment and service, or starts their removal. Returns those that stay
   * because they are locked.
   */
  detachOrRemoveBackups(
    tx: Tx,
    organizationId: OrganizationId,
    left: { environmentId: Id<'env'>; backups: BackupsOfDeleted },
  ): Promise<{ readonly count: number; readonly until: string } | null>
  /** Called when the last environment of a deleted project was removed. */
  afterRemoval(tx: Tx, organizationId: OrganizationId, projectId: Id<'prj'>): Promise<void>
  /**
   * Called when an environment of a deleted project couldn't be removed. The project stays, and its deletion can be
   * requested again.
   */
  afterFailedRemoval(tx: Tx, organizationId: OrganizationId, projectId: Id<'prj'>): Promise<void>
}

/**
 * Creates backup settings for an environment without any when its first backup starts. Uses the organization's only
 * storage location, or the disk of this instance where the operator offers it. The schedule stays off until a person
 * turns it on.
 */
import type { Actor } from '../../../platform/access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { findBackupConfig } from './backup-configs.repository.ts'
import type { BackupConfigsService } from './backup-configs.service.ts'
import { listDestinations } from './destinations.repository.ts'
import { backupScheduleProblems } from './schedules.problems.ts'

export interface DefaultConfigOptions {
  database: Database
  configs: Pick<BackupConfigsService, 'update'>
  /** False on multi-tenant instances, where organizations don't get this machine's disk unless they ask for it. */
  isDiskOffered: boolean
}

export type EnsureDefaultConfig = (actor: Actor, environmentId: Id<'env'>) => Promise<void>

/** Does nothing when a person has to choose, or when the actor isn't allowed to. */
export function createEnsureDefaultConfig({
  database,
  configs,
  isDiskOffered,
}: DefaultConfigOptions): EnsureDefaultConfig {
  return async (actor, environmentId) => {
    const { organizationId } = actor
    // Storage locations belong to the whole organization.
    if (actor.projectIds !== null) return
    const known = await database.tenant(organizationId, async (tx) => ({
      config: await findBackupConfig(tx, organizationId, environmentId),
      destinations: await listDestinations(tx, organizationId, { before: undefined, limit: 2 }),
    }))
    const [only, ...others] = known.destinations
    if (known.config !== undefined || others.length > 0 || (only === undefined && !isDiskOffered)) return
    const destination = only === undefined ? ({ type: 'controlPlane' } as const) : { id: only.id }
    const asker = { ...actor, ifMatch: null, idempotency: null }
    await configs.update(asker, environmentId, { enabled: false, destination }).catch((error: unknown) => {
      // The operator set no folder, so the backup request fails as before.
      if (error instanceof AppError && error.problem === backupScheduleProblems.control_plane_not_offered) return
      throw error
    })
  }
}

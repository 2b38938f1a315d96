/** Handles the backups of a deleted environment in the transaction that deletes it. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { startRuns } from '../../../platform/durable/runs.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { BackupsOfDeleted } from '../../environments/environments.schemas.ts'
import { isLocked } from './archive-lock.policy.ts'
import { removeBackup } from './backups.references.ts'
import { detachBackups } from './backups.repository.ts'

/** Backups that stay although the request was to delete them. */
export interface LockedBackups {
  readonly count: number
  /** The time at which the last lock ends. */
  readonly until: string
}

/**
 * Detached backups keep the names of their environment and service. With `delete`, separate runs remove them, so a
 * backup in an unreachable store stays listed. Locked backups stay too; the result reports them, or is null.
 */
export async function detachOrRemoveBackups(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, backups }: { environmentId: Id<'env'>; backups: BackupsOfDeleted },
): Promise<LockedBackups | null> {
  const stored = await detachBackups(tx, organizationId, environmentId)
  if (backups === 'keep') return null
  const now = new Date()
  const [removable, locked] = [stored.filter((row) => !isLocked(row, now)), stored.filter((row) => isLocked(row, now))]
  const runs = removable.map(({ id }) => ({ key: id, input: { backupId: id, environmentId: null } }))
  await startRuns(tx, { workflow: removeBackup, runs, organizationId })
  if (locked.length === 0) return null
  const untilMs = Math.max(...locked.map(({ locked_until: until }) => until?.getTime() ?? 0))
  return { count: locked.length, until: new Date(untilMs).toISOString() }
}

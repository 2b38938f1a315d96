/** Handles the backups of a deleted environment in the transaction that deletes it. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { startRuns } from '../../../platform/durable/runs.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { BackupsOfDeleted } from '../../environments/environments.schemas.ts'
import { removeBackup } from './backups.references.ts'
import { detachBackups } from './backups.repository.ts'

/**
 * Detached backups keep the names of their environment and service. With `delete`, separate runs remove them, so a
 * backup in an unreachable store stays listed.
 */
export async function detachOrRemoveBackups(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, backups }: { environmentId: Id<'env'>; backups: BackupsOfDeleted },
): Promise<void> {
  const stored = await detachBackups(tx, organizationId, environmentId)
  if (backups === 'keep') return
  const runs = stored.map((id) => ({ key: id, input: { backupId: id, environmentId: null } }))
  await startRuns(tx, { workflow: removeBackup, runs, organizationId })
}

/** What becomes of the backups of an environment that is deleted, in the transaction that deletes it. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRuns } from '../../platform/durable/runs.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { BackupsOfDeleted } from '../environments/environments.schemas.ts'
import { removeBackup } from './backup-workflows.ts'
import { detachBackups } from './backups.repository.ts'

/** Kept ones remember what they are of. Others are removed by runs of their own: one whose store is away stays listed. */
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

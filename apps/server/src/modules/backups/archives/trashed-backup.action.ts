/** Brings a backup back from the trash, and purges it. Its archive stays in the storage location until then. */
import { startRun } from '../../../platform/durable/runs.ts'
import { restoreRows, subjectOf, type TrashHandler } from '../../trash/index.ts'
import { publishBackupUpdated } from './backups.events.ts'
import { removeBackup } from './backups.references.ts'
import { findBackup } from './backups.repository.ts'

export const trashedBackups: TrashHandler = {
  async announce(tx, organizationId, item) {
    const { project_id: projectId } = item
    const id = subjectOf(item, 'bkp')
    const environmentId = (await findBackup(tx, organizationId, { id }))?.environment_id ?? null
    await publishBackupUpdated(tx, organizationId, [{ id, environmentId, projectId, action: 'restored' }])
  },
  async purge(tx, organizationId, item) {
    await restoreRows(tx, { item })
    const id = subjectOf(item, 'bkp')
    const environmentId = (await findBackup(tx, organizationId, { id }))?.environment_id ?? null
    const input = { backupId: id, environmentId, trashItemId: item.id }
    await startRun(tx, { workflow: removeBackup, key: id, input, organizationId })
    return 'started'
  },
}

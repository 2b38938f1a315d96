/**
 * Removes a backup permanently: stored objects first, then its row. After a crash in between, a retry finds nothing
 * more to remove.
 */
import { z } from 'zod'
import type { Workflow } from '../../../../platform/durable/workflow.ts'
import { step, workflow } from '../../../../platform/durable/workflow.ts'
import { findEnvironmentState } from '../../../environments/index.ts'
import { publishBackupUpdated } from '../backups.events.ts'
import { environmentLock, type RemovalSubject, removeBackup } from '../backups.references.ts'
import { deleteBackup, findBackup } from '../backups.repository.ts'
import { clearFolder } from './backup.context.ts'
import type { BackupTools } from './backup-tools.context.ts'

const Nothing = z.object({})

export function createRemoveBackup(tools: BackupTools): Workflow<RemovalSubject> {
  const remove = step<RemovalSubject, z.output<typeof Nothing>>({
    name: 'remove',
    output: Nothing,
    deadlineMs: 600_000,
    retriesDeadline: true,
    async run({ run, signal, record }) {
      const { organizationId } = run
      const id = run.input.backupId
      const row = await tools.database.tenant(organizationId, (tx) => findBackup(tx, organizationId, { id }))
      if (row === undefined) return {}
      const { destination_id: destinationId, object_key: key, environment_id: environmentId } = row
      if (destinationId !== null && key !== null) {
        const store = await tools.openStore(organizationId, destinationId)
        await clearFolder(store, key.slice(0, key.lastIndexOf('/')), { signal })
      }
      record(async (tx) => {
        const state = environmentId === null ? undefined : await findEnvironmentState(tx, organizationId, environmentId)
        await deleteBackup(tx, organizationId, id)
        const change = { id, environmentId, projectId: state?.projectId ?? null, action: 'deleted' }
        await publishBackupUpdated(tx, organizationId, [change])
      })
      return {}
    },
  })
  return workflow(removeBackup, [remove], {
    // The lock keeps the backup in place while a restore reads it. For a deleted environment, the request already
    // checked that.
    locks: ({ environmentId }) => (environmentId === null ? [] : [environmentLock(environmentId, 'shared')]),
  })
}

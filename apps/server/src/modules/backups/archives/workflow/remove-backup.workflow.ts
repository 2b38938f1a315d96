/**
 * Removes a backup permanently: stored objects first, then its row. After a crash in between, a retry finds nothing
 * more to remove. If the store still locks an object, the backup stays, with the date that the store names.
 */
import { z } from 'zod'
import type { Tx } from '../../../../platform/database/database.ts'
import type { Run, Workflow } from '../../../../platform/durable/workflow.ts'
import { step, workflow } from '../../../../platform/durable/workflow.ts'
import { findEnvironmentState } from '../../../environments/index.ts'
import { findTrashItem, forgetTrashItem, putBackInTrash, type TrashRow } from '../../../trash/index.ts'
import { publishBackupUpdated } from '../backups.events.ts'
import { environmentLock, type RemovalSubject, removeBackup } from '../backups.references.ts'
import { deleteBackup, findBackup, updateBackup } from '../backups.repository.ts'
import { clearBackup } from './backup.context.ts'
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
        const lockedUntil = await clearBackup(store, { objectKey: key, lockedUntil: row.locked_until }, { signal })
        if (lockedUntil !== null) {
          const lock = { mode: row.lock_mode, until: lockedUntil }
          record(async (tx) => void (await updateBackup(tx, organizationId, { id, lock })))
          return {}
        }
      }
      record(async (tx) => {
        const state = environmentId === null ? undefined : await findEnvironmentState(tx, organizationId, environmentId)
        await deleteBackup(tx, organizationId, id)
        const change = { id, environmentId, projectId: state?.projectId ?? null, action: 'deleted' }
        const item = await findItem(tx, run)
        if (item !== undefined) await forgetTrashItem(tx, organizationId, item)
        await publishBackupUpdated(tx, organizationId, [change])
      })
      return {}
    },
  })
  return workflow(removeBackup, [remove], {
    // The lock keeps the backup in place while a restore reads it. For a deleted environment, the request already
    // checked that.
    locks: ({ environmentId }) => (environmentId === null ? [] : [environmentLock(environmentId, 'shared')]),
    async onFinish(tx, run, end) {
      if (end.status !== 'failed') return
      const item = await findItem(tx, run)
      if (item === undefined) return
      const { code = 'removal_failed', message: detail = 'The archive could not be removed.' } = end.error ?? {}
      await putBackInTrash(tx, run.organizationId, { item, problem: { code, detail } })
    },
  })
}

async function findItem(tx: Tx, { organizationId, input }: Run<RemovalSubject>): Promise<TrashRow | undefined> {
  const { trashItemId } = input
  return trashItemId === undefined ? undefined : await findTrashItem(tx, organizationId, trashItemId)
}

/** Keeps a restore's row and its stream up to date while it runs and when it ends. */
import type { FinishedRun, Workflow } from '../../../../platform/durable/workflow.ts'
import { closeRunStream } from '../../../../platform/events/publish.ts'
import { deleteServices } from '../../../environments/index.ts'
import { notifyRestoreEnd } from '../notify-restore-end.action.ts'
import { toRestoreEvent } from '../restore.mapper.ts'
import { toRestoreError } from '../restore-failures.problems.ts'
import { publishRestore, publishRestoreUpdated } from '../restores.events.ts'
import type { RestoreInput } from '../restores.references.ts'
import { updateRestore } from '../restores.repository.ts'
import type { RestoreStatus } from '../restores.schemas.ts'
import { restoreStatusDuring } from '../restores.status.ts'
import { subjectOf } from './restore.context.ts'

export const restoreHooks: Pick<Workflow<RestoreInput>, 'onStart' | 'onStep' | 'onFinish'> = {
  async onStart(tx, run) {
    const { organizationId, restoreId: id } = subjectOf({ run })
    const row = await updateRestore(tx, organizationId, { id, isStarted: true })
    if (row !== undefined) await publishRestore(tx, organizationId, row)
  },
  async onStep(tx, run, name) {
    const { organizationId, restoreId: id } = subjectOf({ run })
    const status = restoreStatusDuring(name)
    if (status === undefined) return
    const row = await updateRestore(tx, organizationId, { id, status })
    if (row === undefined) return
    await publishRestore(tx, organizationId, row)
    await publishRestoreUpdated(tx, organizationId, { row, action: status })
  },
  async onFinish(tx, run, end) {
    const { organizationId, restoreId: id } = subjectOf({ run })
    const status = finalStatus(end)
    const error = status === 'failed' ? toRestoreError(end.error) : null
    const row = await updateRestore(tx, organizationId, { id, status, error, isFinished: true })
    if (row === undefined) return
    await notifyRestoreEnd(tx, organizationId, row)
    // Nothing was restored into it.
    if (row.target === 'new_service' && status !== 'succeeded')
      await deleteServices(tx, organizationId, [row.service_id])
    await closeRunStream(tx, { runId: row.run_id, organizationId, final: toRestoreEvent(row) })
    await publishRestoreUpdated(tx, organizationId, { row, action: status })
  },
}

function finalStatus({ status }: FinishedRun): RestoreStatus {
  return status === 'succeeded' || status === 'cancelled' ? status : 'failed'
}

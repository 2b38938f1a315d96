/**
 * Brings the old data back, and removes volumes that can no longer be restored. Both are idempotent: the row records which
 * volume is the right one, and that one is never removed.
 */
import { z } from 'zod'
import { type Workflow, workflow } from '../../../../platform/durable/workflow.ts'
import { closeRunStream } from '../../../../platform/events/publish.ts'
import { findDataVolume } from '../../../workloads/index.ts'
import { volumeName } from '../../../workloads/worker.ts'
import { environmentLock } from '../../archives/backups.references.ts'
import { type HolderTarget, onHolder } from '../holders.remote.ts'
import { toRestoreEvent } from '../restore.mapper.ts'
import { toRestoreError } from '../restore-failures.problems.ts'
import { publishRestoreUpdated } from '../restores.events.ts'
import { type RestoreSubject, settleRestore, undoRestore } from '../restores.references.ts'
import { listUndoableRestores, type RestoreRow, updateRestore } from '../restores.repository.ts'
import { switchBack } from '../switch-volume.remote.ts'
import { type RestoreTools, restoreStep, subjectOf } from './restore.context.ts'
import { restartApps } from './steps/restart-apps.step.ts'

const Empty = z.object({})

export function createUndoRestore(tools: RestoreTools): Workflow<RestoreSubject> {
  const back = restoreStep<RestoreSubject, z.output<typeof Empty>>({
    name: 'switch-back',
    output: Empty,
    deadlineMs: 10 * 60_000,
    retriesDeadline: true,
    cancellable: false,
    async run(context) {
      await onHolder(tools, context, async (place) => {
        const engine = await place.holder.imageOf(place.runtime, context.signal)
        await switchBack(context, { ...place, engine, apps: tools.apps })
      })
      const { organizationId, restoreId: id } = subjectOf(context)
      context.record(async (tx) => {
        await updateRestore(tx, organizationId, { id, status: 'reverted', isReverted: true })
      })
      return {}
    },
  })
  const remove = restoreStep<RestoreSubject, z.output<typeof Empty>>({
    name: 'remove-volume',
    output: Empty,
    deadlineMs: 5 * 60_000,
    retriesDeadline: true,
    async run(context) {
      await onHolder(tools, context, (place) => removeUnused(tools, place, place.row.new_volume, context.signal))
      return {}
    },
  })
  return workflow(undoRestore, [back, restartApps(tools), remove], {
    locks: ({ environmentId }) => [environmentLock(environmentId, 'exclusive')],
    async onFinish(tx, run, end) {
      const { organizationId, restoreId: id } = subjectOf({ run })
      const error = end.status === 'failed' ? toRestoreError(end.error) : null
      const row = await updateRestore(tx, organizationId, { id, error })
      if (row === undefined) return
      await closeRunStream(tx, { runId: row.run_id, organizationId, final: toRestoreEvent(row) })
      await publishRestoreUpdated(tx, organizationId, { row, action: error === null ? 'reverted' : 'undo_failed' })
    },
  })
}

export function createSettleRestore(tools: RestoreTools): Workflow<RestoreSubject> {
  const remove = restoreStep<RestoreSubject, z.output<typeof Empty>>({
    name: 'remove-volume',
    output: Empty,
    deadlineMs: 5 * 60_000,
    retriesDeadline: true,
    cancellable: false,
    async run(context) {
      const { organizationId, restoreId: id } = subjectOf(context)
      await onHolder(tools, context, async (place) => {
        const { old_volume: volume } = place.row
        if (volume !== null) await removeUnused(tools, place, volume, context.signal)
      })
      context.record(async (tx) => {
        const row = await updateRestore(tx, organizationId, { id, undoUntil: null })
        if (row !== undefined) await publishRestoreUpdated(tx, organizationId, { row, action: 'settled' })
      })
      return {}
    },
  })
  return workflow(settleRestore, [remove])
}

/** Keeps the volume that the service runs with, and those that another restore can still be undone to. */
async function removeUnused(
  tools: RestoreTools,
  { row, runtime }: Pick<HolderTarget, 'row' | 'runtime'>,
  volume: string,
  signal: AbortSignal,
): Promise<void> {
  if (await isNeeded(tools, row, volume)) return
  await runtime.removeVolume(volumeName(row.service_id, volume), { signal })
}

async function isNeeded({ database }: RestoreTools, row: RestoreRow, volume: string): Promise<boolean> {
  const { organization_id: organizationId, service_id: serviceId, id } = row
  return await database.tenant(organizationId, async (tx) => {
    if ((await findDataVolume(tx, organizationId, { serviceId, name: row.volume })) === volume) return true
    const others = await listUndoableRestores(tx, organizationId, serviceId)
    return others.some((other) => other.id !== id && other.old_volume === volume)
  })
}

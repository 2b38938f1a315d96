/**
 * Switches the service to another volume. The row is changed first and the container follows it, so that after an
 * interruption, or with the next deployment, the result is the same: the old data or the new, never a mix of both.
 *
 * No app runs meanwhile. One that remembers the other data could write parts of it into this one, such as a counter.
 * Callers start the apps afterward.
 *
 * Decision: docs/decisions/0017-restore-into-a-new-volume.md
 */
import { readNow } from '../../../platform/database/read-now.ts'
import type { StepContext } from '../../../platform/durable/workflow.ts'
import { findDataVolume, saveDataVolume } from '../../workloads/index.ts'
import type { EngineImage, LiveApps } from '../../workloads/worker.ts'
import type { FollowContext, HolderTarget } from './holders.remote.ts'
import { updateRestore } from './restores.repository.ts'

/** How long a user can undo the restore. */
export const undoMs = 3 * 24 * 60 * 60_000

export interface VolumeSwitch extends HolderTarget {
  readonly engine: EngineImage
  readonly apps: Pick<LiveApps, 'stop'>
}

type Writer = FollowContext & Pick<StepContext<unknown>, 'write'>

/** Switches to the volume that the restore or import has filled. */
export async function switchVolume(context: Writer, change: VolumeSwitch): Promise<void> {
  const { holder, runtime, row, engine, apps } = change
  const { organization_id: organizationId, service_id: serviceId, new_volume: volume, volume: name } = row
  await apps.stop(context, runtime)
  await context.write(async (tx) => {
    const before = await findDataVolume(tx, organizationId, { serviceId, name })
    if (before === volume) return
    await saveDataVolume(tx, organizationId, { serviceId, name, volume })
    const undoUntil = new Date((await readNow(tx)).getTime() + undoMs)
    await updateRestore(tx, organizationId, { id: row.id, oldVolume: before, undoUntil, isSwitched: true })
  })
  await holder.startWith(context, runtime, { ...engine, volume })
}

/** Switches back to the previous volume, if the row had been changed. */
export async function switchBack(context: Writer, change: VolumeSwitch): Promise<void> {
  const { holder, runtime, row, engine, apps } = change
  const { organization_id: organizationId, service_id: serviceId, old_volume: volume, volume: name } = row
  if (volume === null) return
  await apps.stop(context, runtime)
  await context.write(async (tx) => {
    const now = await findDataVolume(tx, organizationId, { serviceId, name })
    if (now === row.new_volume) await saveDataVolume(tx, organizationId, { serviceId, name, volume })
    await updateRestore(tx, organizationId, { id: row.id, undoUntil: null, isSwitched: false })
  })
  await holder.startWith(context, runtime, { ...engine, volume })
}

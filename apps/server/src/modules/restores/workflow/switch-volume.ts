/**
 * The database goes over to another volume. The row is changed first and the container follows it, so that whoever is interrupted
 * here, and whoever deploys next, comes to the same end: the old data or the new, never a mix of both.
 */
import type { DataRuntime, Runtime } from '@longshore/remote/runtime'
import type { StepContext } from '../../../platform/durable/workflow.ts'
import { findDataVolume, saveDataVolume } from '../../deployments/index.ts'
import type { EngineImage, LiveDatabase, LiveDatabases } from '../../deployments/worker.ts'
import { type RestoreRow, updateRestore } from '../restores.repository.ts'

/** How long the old data can be had back. */
export const undoMs = 3 * 24 * 60 * 60_000

export interface VolumeSwitch {
  readonly databases: LiveDatabases
  readonly runtime: Runtime & DataRuntime
  readonly row: RestoreRow
  readonly live: LiveDatabase
  readonly engine: EngineImage
}

type Writer = Pick<StepContext<unknown>, 'write' | 'signal'>

/** To the volume that the restore or import has filled. */
export async function switchVolume(context: Writer, change: VolumeSwitch): Promise<void> {
  const { databases, runtime, row, live, engine } = change
  const { organization_id: organizationId, service_id: serviceId, new_volume: volume } = row
  await context.write(async (tx) => {
    const before = await findDataVolume(tx, organizationId, serviceId)
    if (before === volume) return
    await saveDataVolume(tx, organizationId, { serviceId, volume })
    const undoUntil = new Date(Date.now() + undoMs)
    await updateRestore(tx, organizationId, { id: row.id, oldVolume: before, undoUntil, isSwitched: true })
  })
  await databases.startWith(runtime, live, { ...engine, volume }, context.signal)
}

/** Back to the volume from before, if the row had been changed. */
export async function switchBack(context: Writer, change: VolumeSwitch): Promise<void> {
  const { databases, runtime, row, live, engine } = change
  const { organization_id: organizationId, service_id: serviceId, old_volume: volume } = row
  if (volume === null) return
  await context.write(async (tx) => {
    const now = await findDataVolume(tx, organizationId, serviceId)
    if (now === row.new_volume) await saveDataVolume(tx, organizationId, { serviceId, volume })
    await updateRestore(tx, organizationId, { id: row.id, undoUntil: null, isSwitched: false })
  })
  await databases.startWith(runtime, live, { ...engine, volume }, context.signal)
}

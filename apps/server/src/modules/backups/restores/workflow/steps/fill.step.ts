/** Loads the dump into a new, unused volume. A second attempt begins with an empty one; the undo removes it. */
import { z } from 'zod'
import type { Step, StepContext } from '../../../../../platform/durable/workflow.ts'
import { findDataVolume } from '../../../../workloads/index.ts'
import { volumeName } from '../../../../workloads/worker.ts'
import { openBackup } from '../../../archives/open-backup.remote.ts'
import { onHolder } from '../../holders.remote.ts'
import { publishRestore } from '../../restores.events.ts'
import type { RestoreInput } from '../../restores.references.ts'
import { updateRestore } from '../../restores.repository.ts'
import { containerNameOf, type RestoreTools, restoreStep, subjectOf } from '../restore.context.ts'
import type { Validated } from './validate.step.ts'

const Filled = z.object({})
const reportEveryMs = 2_000

export function fill(tools: RestoreTools, { validated }: { validated: Step<RestoreInput, Validated> }) {
  return restoreStep<RestoreInput, z.output<typeof Filled>>({
    name: 'fill',
    output: Filled,
    deadlineMs: 24 * 60 * 60_000,
    attempts: 4,
    run: (context) =>
      onHolder(tools, context, async ({ row, holder, runtime }) => {
        const { signal } = context
        const { plainBytes, ...engine } = context.output(validated)
        const name = containerNameOf({ row, runId: context.run.id })
        await runtime.removeContainer(name, { signal })
        await runtime.removeVolume(volumeName(row.service_id, row.new_volume), { signal })
        const volume = await holder.ensureVolume(runtime, row.new_volume, signal)
        if (row.backup_id === null) throw new Error(`restore ${row.id} has no backup`)
        const backup = await openBackup(tools.backups, row.organization_id, row.backup_id)
        const copy = { runtime, engine, name, volume, signal }
        await holder.fill(copy, backup.plain(signal), reportProgress(tools, context, plainBytes))
        return {}
      }),
    undo: (context) =>
      onHolder(tools, context, async ({ row, runtime }) => {
        const { signal } = context
        const { organizationId } = subjectOf(context)
        const used = await tools.database.tenant(organizationId, (tx) =>
          findDataVolume(tx, organizationId, { serviceId: row.service_id, name: row.volume }),
        )
        // The switch couldn't be undone: don't touch the volume that the service runs with.
        if (row.target === 'in_place' && used === row.new_volume) return
        await runtime.removeContainer(containerNameOf({ row, runId: context.run.id }), { signal })
        await runtime.removeVolume(volumeName(row.service_id, row.new_volume), { signal })
      }),
  })
}

/** Throttled, because each update writes a row and publishes an event. */
function reportProgress({ clock }: RestoreTools, context: StepContext<RestoreInput>, totalBytes: number) {
  let last = clock.now()
  return async (bytes: number) => {
    if (clock.now() - last < reportEveryMs) return
    last = clock.now()
    const { organizationId, restoreId: id } = subjectOf(context)
    await context.write(async (tx) => {
      const progress = { bytes, totalBytes, statements: null }
      const row = await updateRestore(tx, organizationId, { id, progress })
      if (row !== undefined) await publishRestore(tx, organizationId, row)
    })
  }
}

/**
 * Reads the copy back and compares it with the manifest: every table by rows and hash, every object by name; every file
 * of a volume by its name, permissions, owner and content.
 */
import { z } from 'zod'
import { PermanentError } from '../../../../../platform/durable/permanent-error.ts'
import type { Step } from '../../../../../platform/durable/workflow.ts'
import { volumeName } from '../../../../workloads/worker.ts'
import { openBackup } from '../../../archives/open-backup.remote.ts'
import { compareContent } from '../../../engines/compare-content.policy.ts'
import { onHolder } from '../../holders.remote.ts'
import type { RestoreInput } from '../../restores.references.ts'
import { containerNameOf, type RestoreTools, restoreStep } from '../restore.context.ts'
import type { Validated } from './validate.step.ts'

const Verified = z.object({ tables: z.int(), rows: z.number() })

export function verify(tools: RestoreTools, { validated }: { validated: Step<RestoreInput, Validated> }) {
  return restoreStep<RestoreInput, z.output<typeof Verified>>({
    name: 'verify',
    output: Verified,
    deadlineMs: 24 * 60 * 60_000,
    attempts: 4,
    run: (context) =>
      onHolder(tools, context, async ({ row, holder, runtime }) => {
        const { signal } = context
        const { plainBytes: _, ...engine } = context.output(validated)
        if (row.backup_id === null) throw new Error(`restore ${row.id} has no backup`)
        const { manifest } = await openBackup(tools.backups, row.organization_id, row.backup_id)
        const content = await holder.read({
          runtime,
          engine,
          name: containerNameOf({ row, runId: context.run.id }),
          volume: volumeName(row.service_id, row.new_volume),
          rowHash: manifest.content.rowHash,
          signal,
        })
        const differences = compareContent(manifest.content, content)
        if (differences.length > 0) throw new PermanentError('restore_mismatch', differences.slice(0, 5).join(' '))
        return { tables: content.tables.length, rows: content.tables.reduce((sum, { rows }) => sum + rows, 0) }
      }),
  })
}

/**
 * Checks that the backup is readable, the database accepts it, and the server has capacity for a copy. Changes nothing.
 */
import { z } from 'zod'
import { PermanentError } from '../../../../../platform/durable/permanent-error.ts'
import { openBackup } from '../../../archives/open-backup.remote.ts'
import { findShortage } from '../../capacity.policy.ts'
import { notEnoughSpace } from '../../capacity.problems.ts'
import { onHolder } from '../../holders.remote.ts'
import type { RestoreInput } from '../../restores.references.ts'
import { type RestoreTools, restoreStep } from '../restore.context.ts'

/** The engine that the copy is created with, and the number of bytes to read. */
export const Validated = z.object({ image: z.string(), reference: z.string(), plainBytes: z.number() })
export type Validated = z.output<typeof Validated>

export function validate(tools: RestoreTools) {
  return restoreStep<RestoreInput, Validated>({
    name: 'validate',
    output: Validated,
    deadlineMs: 15 * 60_000,
    run: (context) =>
      onHolder(tools, context, async ({ row, holder, runtime }) => {
        const { signal } = context
        if (row.backup_id === null) throw new PermanentError('backup_unreadable', 'The backup was deleted.')
        const { manifest } = await openBackup(tools.backups, row.organization_id, row.backup_id)
        const engine = await holder.imageOf(runtime, signal)
        holder.requireFit(manifest, engine)
        const shortage = findShortage(manifest, await runtime.facts({ signal }), {
          keepDiskBytes: tools.diskReserveBytes,
        })
        if (shortage !== null) throw notEnoughSpace(shortage)
        return { ...engine, plainBytes: manifest.plainBytes }
      }),
  })
}

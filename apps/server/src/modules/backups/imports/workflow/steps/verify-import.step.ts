/**
 * Reads the new volume back to its end with the engine's own tool: it starts, it can be dumped, and its content is
 * reported.
 */
import { z } from 'zod'
import { volumeName } from '../../../../workloads/worker.ts'
import { readVolume } from '../../../restores/copy-data.remote.ts'
import { containerNameOf, onServer, restoreStep } from '../../../restores/workflow/restore.context.ts'
import type { ImportInput } from '../../imports.references.ts'
import { engineSiteOf, type ImportStep, type ImportTools, recordDetails, uploadOf } from '../import.context.ts'
import type { ValidatedImport } from './validate-import.step.ts'

const Verified = z.object({ tables: z.int(), rows: z.number() })

export function verifyImport(tools: ImportTools, { validated }: { validated: ImportStep<ValidatedImport> }) {
  return restoreStep<ImportInput, z.output<typeof Verified>>({
    name: 'verify',
    output: Verified,
    deadlineMs: 24 * 60 * 60_000,
    attempts: 4,
    run: (context) =>
      onServer(tools, context, async ({ row, live, runtime }) => {
        const { signal } = context
        const { plainBytes: _, ...image } = context.output(validated)
        const { site } = engineSiteOf(live, image)
        const name = containerNameOf({ row, runId: context.run.id })
        const volume = volumeName(row.service_id, row.new_volume)
        const content = await readVolume({ runtime, site, name, volume, signal })
        const rows = content.tables.reduce((sum, table) => sum + table.rows, 0)
        const verified = { tables: content.tables.length, rows }
        recordDetails(context, row, verified)
        // The volume now contains the file's data. If this fails, the file is removed with the old uploads.
        await tools.uploads.discard(row.organization_id, uploadOf(context), signal).catch(() => undefined)
        return verified
      }),
  })
}

/** Reads and scans the whole file, and checks that the server has enough free space for it. Changes nothing. */
import { z } from 'zod'
import { findShortage } from '../../../restores/capacity.policy.ts'
import { notEnoughSpace } from '../../../restores/capacity.problems.ts'
import { containerNameOf, onServer, restoreStep } from '../../../restores/workflow/restore.context.ts'
import type { ImportInput } from '../../imports.references.ts'
import { readSql } from '../../read-sql.remote.ts'
import { engineSiteOf, type ImportTools, recordDetails, reportProgress, uploadOf } from '../import.context.ts'

/** `plainBytes`: size of the SQL, or of pg_restore's output for an archive. */
export const ValidatedImport = z.object({ image: z.string(), reference: z.string(), plainBytes: z.number() })
export type ValidatedImport = z.output<typeof ValidatedImport>

export function validateImport(tools: ImportTools) {
  return restoreStep<ImportInput, ValidatedImport>({
    name: 'validate',
    output: ValidatedImport,
    deadlineMs: 6 * 60 * 60_000,
    run: (context) =>
      onServer(tools, context, async ({ row, live, runtime }) => {
        const { signal } = context
        const image = await tools.databases.imageOf(runtime, live, signal)
        const { site, engine } = engineSiteOf(live, image)
        const sandbox = { site, name: containerNameOf({ row, runId: context.run.id }) }
        const upload = tools.uploads.read(row.organization_id, uploadOf(context), signal)
        const reading = { runtime, sandbox, engine, limits: tools.limits, signal }
        const report = reportProgress(tools, context, null)
        const found = await readSql(reading, upload, async (sql, soFar) => {
          for await (const _ of sql) await report(soFar())
          return soFar()
        })
        const needs = { engine, plainBytes: found.bytes }
        const shortage = findShortage(needs, await runtime.facts({ signal }), { keepDiskBytes: tools.diskReserveBytes })
        if (shortage !== null) throw notEnoughSpace(shortage)
        const { bytes, statements, leftOut } = found
        recordDetails(context, row, { expandedBytes: bytes, statements, leftOut: { ...leftOut } })
        return { ...image, plainBytes: bytes }
      }),
    // Undone last, when the file is no longer needed.
    undo: (context) => {
      const { organizationId } = context.run
      return tools.uploads.discard(organizationId, uploadOf(context), context.signal)
    },
  })
}

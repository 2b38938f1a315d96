/** Shared by the import steps, in addition to what they share with restores. */
import type { Step, StepContext } from '../../../../platform/durable/workflow.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import type { EngineImage, LiveDatabase } from '../../../workloads/worker.ts'
import { type DatabaseSite, siteOf } from '../../engines/dump-containers.remote.ts'
import { publishRestore } from '../../restores/restores.events.ts'
import { findRestore, type RestoreRow, updateRestore } from '../../restores/restores.repository.ts'
import { type RestoreTools, subjectOf } from '../../restores/workflow/restore.context.ts'
import type { ImportEngine } from '../import-formats.policy.ts'
import type { ImportLimits } from '../import-limits.policy.ts'
import type { ImportInput } from '../imports.references.ts'
import { ImportDetails } from '../imports.schemas.ts'
import type { SqlSoFar } from '../read-sql.remote.ts'
import type { Uploads } from '../uploads.remote.ts'

export interface ImportTools extends RestoreTools {
  readonly uploads: Uploads
  readonly limits: ImportLimits
}

export type ImportContext = StepContext<ImportInput>
export type ImportStep<Output> = Step<ImportInput, Output>

const reportEveryMs = 1_000

export function uploadOf({ input }: { input: ImportInput }): Id<'imp'> {
  return input.uploadId
}

export function engineSiteOf(live: LiveDatabase, engine: EngineImage): { site: DatabaseSite; engine: ImportEngine } {
  const { kind } = live.service
  if (kind !== 'postgres' && kind !== 'mariadb') throw new Error(`${kind} takes no SQL`)
  return { site: siteOf(live, engine), engine: kind }
}

/** Throttled, because each update writes a row and publishes an event. */
export function reportProgress(
  { clock }: Pick<ImportTools, 'clock'>,
  context: ImportContext,
  totalBytes: number | null,
): (soFar: SqlSoFar) => Promise<void> {
  let last = clock.now()
  return async ({ bytes, statements }) => {
    if (clock.now() - last < reportEveryMs) return
    last = clock.now()
    const { organizationId, restoreId: id } = subjectOf(context)
    await context.write(async (tx) => {
      const row = await updateRestore(tx, organizationId, { id, progress: { bytes, totalBytes, statements } })
      if (row !== undefined) await publishRestore(tx, organizationId, row)
    })
  }
}

export function recordDetails(context: ImportContext, row: RestoreRow, change: Partial<ImportDetails>): void {
  const { organization_id: organizationId, id } = row
  context.record(async (tx) => {
    const known = (await findRestore(tx, organizationId, { id })) ?? row
    await updateRestore(tx, organizationId, { id, details: { ...ImportDetails.parse(known.details), ...change } })
  })
}

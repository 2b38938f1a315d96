/**
 * Deletes the log before an environment's row is deleted: it can be millions of chunks, more than one statement deletes
 * in time. Idempotent; returns how many chunks were deleted.
 */
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import { inBatches } from '../../platform/database/remove-in-batches.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { removeChunks } from './log-chunks.repository.ts'

const limits = { rows: 2_000, withinMs: 30 * 60_000 }

export async function removeLogs(
  database: Database,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<number> {
  return await inBatches(
    (limit) => database.tenant(organizationId, (tx) => removeChunks(tx, organizationId, { environmentId, limit })),
    limits,
  )
}

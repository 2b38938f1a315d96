/** Starts a run that reconciles a preview with its pull request. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { syncPreview } from './previews.references.ts'

export async function startSync(tx: Tx, organizationId: OrganizationId, previewId: Id<'pvw'>): Promise<void> {
  await startRun(tx, { workflow: syncPreview, key: previewId, input: { previewId }, organizationId })
}

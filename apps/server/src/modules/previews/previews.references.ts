/** Workflow references; importable from the API process. */
import { z } from 'zod'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import type { Id } from '../../platform/ids/brand.ts'

/**
 * Reconciles a preview with its pull request. Each run reads the current state, so one of several queued ones is
 * enough.
 */
export const syncPreview = declareWorkflow({
  kind: 'sync-preview',
  object: 'preview',
  input: z.object({ previewId: z.uuid() }),
  supersedesQueued: true,
})

export async function startSync(tx: Tx, organizationId: OrganizationId, previewId: Id<'pvw'>): Promise<void> {
  await startRun(tx, { workflow: syncPreview, key: previewId, input: { previewId }, organizationId })
}

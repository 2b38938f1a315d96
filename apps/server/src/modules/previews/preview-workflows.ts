/** The work on previews as those see it who start it. */
import { z } from 'zod'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import type { Id } from '../../platform/ids/brand.ts'

/** Brings a preview in line with its pull request. Each reads how things are, so of several that wait one is enough. */
export const syncPreview = declareWorkflow({
  kind: 'sync-preview',
  object: 'preview',
  input: z.object({ previewId: z.uuid() }),
  supersedesQueued: true,
})

export async function startSync(tx: Tx, organizationId: OrganizationId, previewId: Id<'pvw'>): Promise<void> {
  await startRun(tx, { workflow: syncPreview, key: previewId, input: { previewId }, organizationId })
}

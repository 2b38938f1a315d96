/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { storedId } from '../../platform/ids/stored-id.ts'

/**
 * Reconciles a preview with its pull request. Each run reads the current state, so one of several queued ones is
 * enough.
 */
export const syncPreview = declareWorkflow({
  kind: 'sync-preview',
  object: 'preview',
  input: z.object({ previewId: storedId('pvw') }),
  supersedesQueued: true,
})

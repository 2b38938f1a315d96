/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { storedId } from '../../platform/ids/stored-id.ts'

/** One run at a time per commit and environment. Each run reads the newest state, so one queued run is enough. */
export const deliverCommitStatus = declareWorkflow({
  kind: 'deliver-commit-status',
  input: z.object({ statusId: storedId('cst') }),
  supersedesQueued: true,
})

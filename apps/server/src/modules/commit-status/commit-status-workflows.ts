/** The delivery as those see it who start it. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'

/** One at a time per commit and environment; each reads the newest state, so of several that wait one is enough. */
export const deliverCommitStatus = declareWorkflow({
  kind: 'deliver-commit-status',
  input: z.object({ statusId: z.uuid() }),
  supersedesQueued: true,
})

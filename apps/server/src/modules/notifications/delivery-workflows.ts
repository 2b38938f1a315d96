/** The delivery as those see it who start it. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'

/** One at a time per connector: what it is told comes in order, and a slow one delays no other. */
export const deliverNotices = declareWorkflow({
  kind: 'deliver-notices',
  input: z.object({ connectorId: z.uuid() }),
  supersedesQueued: true,
})

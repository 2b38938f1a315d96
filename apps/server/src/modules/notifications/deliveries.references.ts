/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { storedId } from '../../platform/ids/stored-id.ts'

/** One run at a time per connector: its messages stay in order, and a slow connector delays no other. */
export const deliverNotices = declareWorkflow({
  kind: 'deliver-notices',
  input: z.object({ connectorId: storedId('ntc') }),
  supersedesQueued: true,
})

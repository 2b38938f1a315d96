/** Workflow references; importable from the API process. The move itself is a deployment. */
import { z } from 'zod'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'
import { storedId } from '../../../platform/ids/stored-id.ts'
import { environmentObject } from '../../environments/index.ts'

/**
 * Removes the data from the previous server. Queued with deployments, so that it can't run while the environment moves
 * back.
 */
export const settleMove = declareWorkflow({
  kind: 'settle-move',
  object: environmentObject,
  input: z.object({ environmentId: storedId('env'), deploymentId: storedId('dep') }),
})
export type SettleInput = z.output<typeof settleMove.input>

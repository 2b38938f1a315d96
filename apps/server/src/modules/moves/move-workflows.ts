/** The workflow of moves as those see it who start runs; the move itself is a deployment. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { environmentObject } from '../environments/index.ts'

/** Removes the data from the server before. In line with deployments: one that moves back does not meet it. */
export const settleMove = declareWorkflow({
  kind: 'settle-move',
  object: environmentObject,
  input: z.object({ environmentId: z.uuid(), deploymentId: z.uuid() }),
})
export type SettleInput = z.output<typeof settleMove.input>

/** Workflow references; importable from the API process. The recovery itself is a deployment. */
import { z } from 'zod'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'
import { storedId } from '../../../platform/ids/stored-id.ts'
import { environmentObject } from '../../environments/index.ts'

/** Stops what a lost server still runs when it comes back. Queued with deployments, so that none starts there meanwhile. */
export const fenceServer = declareWorkflow({
  kind: 'fence-server',
  object: environmentObject,
  input: z.object({ environmentId: storedId('env'), deploymentId: storedId('dep') }),
})
export type FenceInput = z.output<typeof fenceServer.input>

/** Workflow references; importable from the API process. The switch itself is a deployment. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'
import { storedId } from '../../platform/ids/stored-id.ts'
import { environmentObject } from '../environments/index.ts'

const Subject = z.object({ environmentId: storedId('env') })
export type AdoptionSubject = z.output<typeof Subject>

/** Queued with deployments: nothing else changes the environment meanwhile. */
export const prepareAdoption = declareWorkflow({ kind: 'prepare-adoption', object: environmentObject, input: Subject })
export const undoAdoption = declareWorkflow({ kind: 'undo-adoption', object: environmentObject, input: Subject })

/** Removes the old containers. */
export const settleAdoption = declareWorkflow({
  kind: 'settle-adoption',
  object: environmentObject,
  input: Subject.extend({ removeVolumes: z.boolean() }),
})
export type SettleAdoption = z.output<typeof settleAdoption.input>

/** The worker side of adoptions. The switch is a step of a deployment. */
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { LinkHandler } from '../../platform/link/call.ts'
import { type AdoptionCallOptions, createAdoptionCalls } from './calls/adoptions.call.ts'
import { createPrepareAdoption, type PrepareOptions } from './workflow/prepare-adoption.workflow.ts'
import { createSettleAdoption, createUndoAdoption } from './workflow/undo-adoption.workflow.ts'

export { createAdoptStack } from './adopt-stack.remote.ts'

export type AdoptionsWorkerOptions = PrepareOptions & AdoptionCallOptions

export function createAdoptionsWorker(options: AdoptionsWorkerOptions): {
  workflows: AnyWorkflow[]
  calls: LinkHandler[]
} {
  return {
    workflows: [createPrepareAdoption(options), createUndoAdoption(options), createSettleAdoption(options)],
    calls: createAdoptionCalls(options),
  }
}

/** Front door of hardening on the worker's side. */
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import { createHardenServer, createPlanHardening } from './workflow/harden.workflow.ts'
import type { HardeningDeps } from './workflow/hardening-context.ts'

export function createHardeningWorker(deps: HardeningDeps): { workflows: AnyWorkflow[] } {
  return { workflows: [createHardenServer(deps), createPlanHardening(deps)] }
}

import { setTimeout as delay } from 'node:timers/promises'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { RemovalTools } from './workflow/removal-step.ts'
import { createRemoveOrganization } from './workflow/remove-organization.workflow.ts'

export { startRemovals } from './start-removals.ts'

export function createOrganizationRemoval(tools: Omit<RemovalTools, 'clock'>): AnyWorkflow {
  return createRemoveOrganization({ ...tools, clock: { wait: (ms, signal) => delay(ms, undefined, { signal }) } })
}

/** The real deployment steps over simulated ports. The hooks keep the row in memory, as the real ones do in PostgreSQL. */
import { canFollow, statusDuring } from '../../../apps/server/src/modules/deployments/deployments.status.ts'
import type { DeployDeps } from '../../../apps/server/src/modules/deployments/workflow/deploy.context.ts'
import { createDeploy } from '../../../apps/server/src/modules/deployments/workflow/deploy.workflow.ts'
import { subjectOf } from '../../../apps/server/src/modules/deployments/workflow/deploy-step.context.ts'
import type { AnyWorkflow } from '../../../apps/server/src/platform/durable/workflow.ts'
import type { MemoryRows } from './memory-records.ts'
import { type SeededDefect, withDefect } from './seeded-defects.ts'

export function createDeployWorkflow(deps: DeployDeps, rows: MemoryRows, defect: SeededDefect | null): AnyWorkflow {
  const workflow = createDeploy(deps, {
    async onStart(_tx, run) {
      rows.setStatus(subjectOf({ run }).deploymentId, 'preparing')
    },
    async onStep(_tx, run, name) {
      const { deploymentId } = subjectOf({ run })
      const status = statusDuring(name)
      if (status !== undefined && canFollow(rows.deployment(deploymentId).status, status))
        rows.setStatus(deploymentId, status)
    },
    async onFinish(_tx, run, end) {
      const { deploymentId } = subjectOf({ run })
      if (end.status === 'succeeded') rows.makeLive(deploymentId)
      else if (rows.deployment(deploymentId).finishedAt === null)
        rows.setStatus(deploymentId, end.status === 'cancelled' && end.error !== null ? 'failed' : end.status)
    },
  })
  return withDefect(workflow, defect)
}

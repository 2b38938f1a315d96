/** Decides all that follows, checks the policy, and looks whether the server can carry it. */
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { DeploymentPlan } from '../../release.schemas.ts'
import type { DeployDeps } from '../deploy-ports.ts'
import { deployStep } from '../deploy-step.ts'

export function plan(_deps: DeployDeps) {
  return deployStep<DeploymentPlan>({
    name: 'plan',
    output: DeploymentPlan,
    deadlineMs: 120_000,
    async run() {
      throw new PermanentError('not_built', 'This step does not exist yet.')
    },
  })
}

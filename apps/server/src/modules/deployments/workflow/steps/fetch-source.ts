/** Fetches the commit and reads how its images are built. */
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { FetchedPlan } from '../../release.schemas.ts'
import type { DeployDeps } from '../deploy-ports.ts'
import { deployStep } from '../deploy-step.ts'

export function fetchSource(_deps: DeployDeps) {
  return deployStep<FetchedPlan>({
    name: 'fetch-source',
    output: FetchedPlan,
    deadlineMs: 600_000,
    async run() {
      throw new PermanentError('not_built', 'This step does not exist yet.')
    },
  })
}

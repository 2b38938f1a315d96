/** The new containers, beside the old ones. */
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { StartedRelease } from '../../release.schemas.ts'
import type { DeployDeps } from '../deploy-ports.ts'
import { deployStep } from '../deploy-step.ts'

export function startRelease(_deps: DeployDeps) {
  return deployStep<StartedRelease>({
    name: 'start-release',
    output: StartedRelease,
    deadlineMs: 600_000,
    async run() {
      throw new PermanentError('not_built', 'This step does not exist yet.')
    },
  })
}

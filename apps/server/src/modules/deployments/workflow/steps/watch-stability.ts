/** See deploy.workflow.ts. */
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { Nothing } from '../../release.schemas.ts'
import type { DeployDeps } from '../deploy-ports.ts'
import { deployStep } from '../deploy-step.ts'

export function watchStability(_deps: DeployDeps) {
  return deployStep<Nothing>({
    name: 'watch-stability',
    output: Nothing,
    deadlineMs: 1_200_000,
    async run() {
      throw new PermanentError('not_built', 'This step does not exist yet.')
    },
  })
}

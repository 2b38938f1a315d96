/** See deploy.workflow.ts. */
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { Nothing } from '../../release.schemas.ts'
import type { DeployDeps } from '../deploy-ports.ts'
import { deployStep } from '../deploy-step.ts'

export function releaseCommand(_deps: DeployDeps) {
  return deployStep<Nothing>({
    name: 'release-command',
    output: Nothing,
    deadlineMs: 3_600_000,
    async run() {
      throw new PermanentError('not_built', 'This step does not exist yet.')
    },
  })
}

/** See deploy.workflow.ts. */
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { Nothing } from '../../release.schemas.ts'
import type { DeployDeps } from '../deploy-ports.ts'
import { deployStep } from '../deploy-step.ts'

export function retirePrevious(_deps: DeployDeps) {
  return deployStep<Nothing>({
    name: 'retire-previous',
    output: Nothing,
    deadlineMs: 4_000_000,
    async run() {
      throw new PermanentError('not_built', 'This step does not exist yet.')
    },
  })
}

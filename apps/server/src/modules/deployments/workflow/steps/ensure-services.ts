/** Network, volumes and databases of the environment exist, run and answer. */
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { ReadyServices } from '../../release.schemas.ts'
import type { DeployDeps } from '../deploy-ports.ts'
import { deployStep } from '../deploy-step.ts'

export function ensureServices(_deps: DeployDeps) {
  return deployStep<ReadyServices>({
    name: 'ensure-services',
    output: ReadyServices,
    deadlineMs: 600_000,
    async run() {
      throw new PermanentError('not_built', 'This step does not exist yet.')
    },
  })
}

/** Builds or pulls what is not there yet, and freezes the release. */
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { BuiltRelease } from '../../release.schemas.ts'
import type { DeployDeps } from '../deploy-ports.ts'
import { deployStep } from '../deploy-step.ts'

export function buildImage(_deps: DeployDeps) {
  return deployStep<BuiltRelease>({
    name: 'build-image',
    output: BuiltRelease,
    deadlineMs: 3_600_000,
    async run() {
      throw new PermanentError('not_built', 'This step does not exist yet.')
    },
  })
}

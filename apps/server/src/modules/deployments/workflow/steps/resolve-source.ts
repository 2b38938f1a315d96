/** Which commit, or which images, or which frozen release. */
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { ResolvedSource } from '../../release.schemas.ts'
import type { DeployDeps } from '../deploy-ports.ts'
import { deployStep } from '../deploy-step.ts'

export function resolveSource(_deps: DeployDeps) {
  return deployStep<ResolvedSource>({
    name: 'resolve-source',
    output: ResolvedSource,
    deadlineMs: 60_000,
    async run() {
      throw new PermanentError('not_built', 'This step does not exist yet.')
    },
  })
}

/** Moves the traffic, fenced on the server, and asks through the proxy. */
import { PermanentError } from '../../../../platform/durable/permanent-error.ts'
import { Switched } from '../../release.schemas.ts'
import type { DeployDeps } from '../deploy-ports.ts'
import { deployStep } from '../deploy-step.ts'

export function switchTraffic(_deps: DeployDeps) {
  return deployStep<Switched>({
    name: 'switch-traffic',
    output: Switched,
    deadlineMs: 120_000,
    async run() {
      throw new PermanentError('not_built', 'This step does not exist yet.')
    },
  })
}

import type { Deployment } from '@longshore/sdk'
import type { EnvironmentTarget } from '../connection/find-environment.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'

/** Prints a deployment that isn't followed. */
export function reportStarted(context: Context, environment: EnvironmentTarget, deployment: Deployment): number {
  const { number, waitingFor } = deployment
  context.output.show(deployment, () => [
    `Deployment ${number} of ${environment.label} is ${deployment.status}.${waitingFor === null ? '' : ` ${waitingFor.detail}`}`,
    { text: `Follow it: longshore logs --deployment ${number} -f`, style: 'dim' },
  ])
  return exitCodes.ok
}

import type { EnvironmentSummary } from '@longshore/sdk'

type Listed = Pick<EnvironmentSummary, 'id' | 'status' | 'createdAt'>

/** Whether something has been deployed, if the list can tell. */
export function wasDeployed(environments: readonly Pick<Listed, 'status'>[]): boolean {
  return environments.some(({ status }) => status !== 'idle' && status !== 'deploying')
}

/**
 * The environment to read for an answer: "deploying" can be the first deployment or a later one. The oldest most likely
 * had one. Undefined if the list answers.
 */
export function undecidedEnvironment(environments: readonly Listed[]): Listed | undefined {
  if (wasDeployed(environments)) return undefined
  return environments
    .filter(({ status }) => status === 'deploying')
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))[0]
}

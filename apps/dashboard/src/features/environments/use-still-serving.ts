import type { Deployment } from '@longshore/sdk'
import { getDeployment } from '@longshore/sdk/operations'
import { useRead } from '../../api/queries.ts'
import { useEnvironment } from './environment-context.ts'
import { stillServing } from './still-serving.ts'

/** Number of the version that still has the traffic after this deployment failed. Null: none, or not known yet. */
export function useStillServing(failed: Pick<Deployment, 'id' | 'number'>): number | null {
  const environment = useEnvironment()
  const { id, liveDeploymentId } = environment
  const live = useRead(getDeployment, { id, did: liveDeploymentId ?? '' }, { enabled: liveDeploymentId !== null })
  return stillServing(environment, failed, liveDeploymentId === null ? undefined : live.data)
}

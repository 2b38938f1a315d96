import type { Deployment, Environment } from '@longshore/sdk'
import { listDeployments } from '@longshore/sdk/operations'
import { useList } from '../../api/queries.ts'
import { latestFailure, rollBackTargets } from './latest-deployments.ts'
import { recentCount } from './running-bar.tsx'
import { stillServing } from './still-serving.ts'

export interface RollBackChoice {
  /** The newest version before the live one. */
  target: Deployment | undefined
  /** Number of the live version, if a newer deployment failed without replacing it. */
  unchanged: number | null
}

export function useRollBackChoice(environment: Environment): RollBackChoice {
  const { items } = useList(listDeployments, { id: environment.id, limit: recentCount })
  const failed = latestFailure(items)
  const live = items.find(({ status }) => status === 'live')
  return {
    target: rollBackTargets(items)[0],
    unchanged: failed === undefined ? null : stillServing(environment, failed, live),
  }
}

/** Reads the data for a comparison of two environments. */
import type { Environment } from '@longshore/sdk'
import { getDeployment, getEnvironment, listDeployments, listVariables } from '@longshore/sdk/operations'
import { useList, useRead } from '../../api/queries.ts'
import { commitsBetween, compareServices, missingKeys } from './comparison.ts'

export function useComparison(to: Environment, fromId: string) {
  const from = useRead(getEnvironment, { id: fromId })
  const fromVariables = useRead(listVariables, { id: fromId })
  const toVariables = useRead(listVariables, { id: to.id })
  const fromDeployments = useList(listDeployments, { id: fromId, limit: 50 })
  const live = { id: to.id, did: to.liveDeploymentId ?? '' }
  const toLive = useRead(getDeployment, live, { enabled: to.liveDeploymentId !== null })
  const isKnown =
    from.data !== undefined &&
    fromVariables.data !== undefined &&
    toVariables.data !== undefined &&
    fromDeployments.isSuccess &&
    (to.liveDeploymentId === null || toLive.data !== undefined)
  const error = from.error ?? fromVariables.error ?? toVariables.error ?? fromDeployments.error ?? toLive.error
  if (!isKnown) return { comparison: undefined, error }
  const fromLiveId = from.data.liveDeploymentId
  const toCommit = toLive.data?.commit?.sha
  const fromCommit = fromDeployments.items.find(({ id }) => id === fromLiveId)?.commit?.sha
  const comparison = {
    from: from.data,
    isLive: fromLiveId !== null,
    isSameCommit: fromCommit !== undefined && fromCommit === toCommit,
    ...commitsBetween(fromDeployments.items, fromLiveId, toCommit),
    missing: missingKeys(fromVariables.data.items, toVariables.data.items),
    extra: missingKeys(toVariables.data.items, fromVariables.data.items),
    services: compareServices(from.data.services, to.services),
  }
  return { comparison, error: null }
}

export type Comparison = NonNullable<ReturnType<typeof useComparison>['comparison']>

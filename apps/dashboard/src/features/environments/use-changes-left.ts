import type { Environment, PendingChange } from '@longshore/sdk'
import { listDeployments } from '@longshore/sdk/operations'
import { useState } from 'react'
import { useList } from '../../api/queries.ts'
import { changesLeft, deploymentOfChanges, type IncludedChanges, noteIncluded } from './included-changes.ts'
import { recentCount } from './running-bar.tsx'

/** Pending changes that no running deployment includes. */
export function useChangesLeft({ id, pendingChanges }: Environment): PendingChange[] {
  const { items } = useList(listDeployments, { id, limit: recentCount })
  const [included, setIncluded] = useState<IncludedChanges | null>(null)
  const now = noteIncluded(included, deploymentOfChanges(items), pendingChanges)
  if (now !== included) setIncluded(now)
  return changesLeft(pendingChanges, now)
}

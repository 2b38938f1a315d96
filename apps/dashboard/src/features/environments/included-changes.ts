/**
 * Finds the pending changes that the running deployment includes. A deployment takes the settings when it plans, so it includes
 * what was pending until then. Changes that someone saves later wait for the next deployment.
 */
import type { Deployment, PendingChange } from '@longshore/sdk'
import { isFinished } from './environment-status.ts'

type Running = Pick<Deployment, 'id' | 'status' | 'rollbackOf'>

export interface IncludedChanges {
  deploymentId: string
  keys: ReadonlySet<string>
}

/** The newest unfinished deployment that uses the current settings. Rollbacks use old ones. */
export function deploymentOfChanges<Each extends Running>(newestFirst: readonly Each[]): Each | undefined {
  return newestFirst.find((each) => !isFinished(each) && each.status !== 'cancelling' && each.rollbackOf === null)
}

/** Returns `before` itself if nothing is new, so that it can be compared. */
export function noteIncluded(
  before: IncludedChanges | null,
  running: Running | undefined,
  pending: readonly PendingChange[],
): IncludedChanges | null {
  if (running === undefined) return null
  const keys = new Set(pending.map(keyOf))
  if (before?.deploymentId !== running.id) return { deploymentId: running.id, keys }
  const isPlanned = running.status !== 'queued' && running.status !== 'preparing'
  const isKnown = [...keys].every((key) => before.keys.has(key))
  return isPlanned || isKnown ? before : { deploymentId: running.id, keys }
}

/** Pending changes that no running deployment includes. */
export function changesLeft(pending: readonly PendingChange[], included: IncludedChanges | null): PendingChange[] {
  return pending.filter((change) => included?.keys.has(keyOf(change)) !== true)
}

function keyOf({ kind, service, field, after }: PendingChange): string {
  return JSON.stringify([kind, service, field, after])
}

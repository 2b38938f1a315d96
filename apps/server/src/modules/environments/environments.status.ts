/** Derives the status of an environment. Pure. */
import type { EnvironmentStatus } from './environments.schemas.ts'

export function environmentStatusOf(known: {
  isBeingDeleted: boolean
  isDeploying: boolean
  isStopped: boolean
  isLive: boolean
  hasDrifted: boolean
}): EnvironmentStatus {
  if (known.isBeingDeleted) return 'deleting'
  if (known.isDeploying) return 'deploying'
  if (known.isStopped) return 'stopped'
  if (!known.isLive) return 'idle'
  return known.hasDrifted ? 'degraded' : 'live'
}

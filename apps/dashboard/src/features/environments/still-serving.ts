import type { Deployment, Environment } from '@longshore/sdk'

type Numbered = Pick<Deployment, 'id' | 'number'>

/** Number of the earlier version that still has the traffic after a failed deployment. Null: none, or not known yet. */
export function stillServing(
  { status }: Pick<Environment, 'status'>,
  failed: Numbered,
  live: Numbered | undefined,
): number | null {
  if (status === 'stopped' || status === 'deleting' || live === undefined) return null
  return live.number < failed.number ? live.number : null
}

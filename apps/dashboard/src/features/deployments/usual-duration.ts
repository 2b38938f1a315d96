import type { Deployment } from '@longshore/sdk'

/** False for the first deployment that went live: the median of the last ones is its own duration. */
export function hasComparison({
  durationMs,
  medianDurationMs,
}: Pick<Deployment, 'durationMs' | 'medianDurationMs'>): boolean {
  return medianDurationMs !== null && medianDurationMs !== durationMs
}

/** The median to compare with. Null without one, or if the deployment ended early: its duration says nothing then. */
export function usualDuration(
  deployment: Pick<Deployment, 'status' | 'durationMs' | 'medianDurationMs'>,
): number | null {
  const { status, medianDurationMs } = deployment
  const endedEarly = status === 'failed' || status === 'cancelled' || status === 'superseded'
  return endedEarly || !hasComparison(deployment) ? null : medianDurationMs
}

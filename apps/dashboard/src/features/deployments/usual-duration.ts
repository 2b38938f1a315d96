import type { Deployment } from '@longshore/sdk'

/** The median to compare with. Null if it's the deployment's own duration, as after the first one that went live. */
export function usualDuration({
  durationMs,
  medianDurationMs,
}: Pick<Deployment, 'durationMs' | 'medianDurationMs'>): number | null {
  return medianDurationMs === durationMs ? null : medianDurationMs
}

import type { EnvironmentSummary } from '@longshore/sdk'
import { orderEnvironments } from '../environments/environment-order.ts'

export interface ShownEnvironments {
  shown: EnvironmentSummary[]
  hiddenCount: number
  previewCount: number
}

/** Permanent environments in their usual order. Previews are only counted. */
export function shownEnvironments(environments: readonly EnvironmentSummary[], limit = 3): ShownEnvironments {
  const lasting = orderEnvironments(environments)
  const shown = lasting.slice(0, limit)
  return {
    shown,
    hiddenCount: lasting.length - shown.length,
    previewCount: environments.length - lasting.length,
  }
}

/** The environment whose last deployment a card shows: the one with the latest activity. */
export function mainEnvironment(environments: readonly EnvironmentSummary[]): EnvironmentSummary | undefined {
  const rank = ({ preview, status }: EnvironmentSummary) => (preview === null ? 2 : 0) + (status === 'idle' ? 0 : 1)
  return environments.toSorted(
    (one, other) => rank(other) - rank(one) || other.updatedAt.localeCompare(one.updatedAt),
  )[0]
}

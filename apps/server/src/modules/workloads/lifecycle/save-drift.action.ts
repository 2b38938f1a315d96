/** Saves how an environment differs from its desired state, if that changed. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Drift } from '../../environments/environment-drift.schemas.ts'
import { changeEnvironmentState, type EnvironmentState, publishEnvironmentUpdated } from '../../environments/index.ts'
import type { FoundDrift } from './compare-server.policy.ts'

const keyOf = ({ code, detail }: { code: string; detail: string }) => `${code} ${detail}`

/** Returns true when something changed. Known differences keep their time. */
export async function saveDrift(
  tx: Tx,
  organizationId: OrganizationId,
  state: EnvironmentState,
  found: readonly FoundDrift[],
): Promise<boolean> {
  const before = new Map(state.drift.map((each) => [keyOf(each), each]))
  const isSame = found.length === before.size && found.every((each) => before.has(keyOf(each)))
  if (isSame) return false
  const now = new Date()
  const drift: Drift[] = found.map((each) => ({
    ...each,
    since: before.get(keyOf(each))?.since ?? now.toISOString(),
  }))
  const isRated = state.status === 'live' || state.status === 'degraded'
  const status = drift.length > 0 ? 'degraded' : 'live'
  await changeEnvironmentState(tx, organizationId, {
    id: state.id,
    drift,
    drift_checked_at: now,
    ...(isRated ? { status } : {}),
  })
  await publishEnvironmentUpdated(tx, organizationId, {
    ...state,
    action: drift.length > 0 ? 'drifted' : 'healed',
    detail: { codes: [...new Set(drift.map((each) => each.code))] },
  })
  return true
}

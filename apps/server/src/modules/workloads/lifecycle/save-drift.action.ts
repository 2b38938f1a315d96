/** Saves how an environment differs from its desired state, if that changed. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Drift } from '../../environments/environment-drift.schemas.ts'
import {
  changeEnvironmentState,
  type EnvironmentState,
  findEnvironmentState,
  publishEnvironmentUpdated,
} from '../../environments/index.ts'
import type { FoundDrift } from './compare-server.policy.ts'

/** As many as the row can store. */
const maxDrift = 200

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

/** Adds what a run found outside of a sweep. It remains until the next sweep finds its server in the desired state. */
export async function reportDrift(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
  found: readonly FoundDrift[],
): Promise<void> {
  const state = await findEnvironmentState(tx, organizationId, environmentId)
  if (state === undefined || found.length === 0) return
  await saveDrift(tx, organizationId, state, [...state.drift, ...found].slice(0, maxDrift))
}

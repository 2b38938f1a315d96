/** Hardening as part of the security state: the plan, the current run, and what is in force. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { HardeningRun } from './harden.schemas.ts'
import { toHardeningRun } from './hardening-run.mapper.ts'
import { type HardeningRunRow, listRuns } from './hardening-runs.repository.ts'

const finished = 50

export interface HardeningState {
  /** The newest dry run with a plan. */
  plan: HardeningRun | null
  /** The newest run that was meant to change something. */
  lastRun: HardeningRun | null
  isUnderWay: boolean
  /** The confirmed run whose effects should be on the server; null after a revert. */
  inForceId: Id<'hrd'> | null
  /** When a run ended with an unknown outcome on the server. */
  lostAt: Date | null
}

export async function readHardening(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<HardeningState> {
  const rows = await listRuns(tx, organizationId, { serverId, before: undefined, limit: finished })
  const plan = rows.find((row) => row.kind === 'plan' && row.status === 'planned')
  const runs = rows.filter((row) => row.kind !== 'plan')
  const [last] = runs
  const confirmed = runs.find((row) => row.status === 'confirmed')
  return {
    plan: plan === undefined ? null : toHardeningRun(plan),
    lastRun: last === undefined ? null : toHardeningRun(last),
    isUnderWay: last !== undefined && last.finished_at === null,
    inForceId: confirmed?.kind === 'harden' ? confirmed.id : null,
    lostAt: last !== undefined && isLost(last) ? last.finished_at : null,
  }
}

function isLost({ status, guard_state: guardState }: HardeningRunRow): boolean {
  return status === 'failed' && guardState !== null && guardState !== 'discarded'
}

/** What the security state of a server shows of hardening: the newest plan, and the newest run that changed something. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { HardeningRun } from './harden.schemas.ts'
import { listRuns } from './hardening-runs.repository.ts'
import { toHardeningRun } from './to-hardening-run.ts'

const looked = 100

export async function readLastHardening(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<{ plan: HardeningRun | null; lastRun: HardeningRun | null }> {
  const rows = await listRuns(tx, organizationId, { serverId, before: undefined, limit: looked })
  const plan = rows.find((row) => row.kind === 'plan' && row.status === 'planned')
  const lastRun = rows.find((row) => row.kind !== 'plan')
  return {
    plan: plan === undefined ? null : toHardeningRun(plan),
    lastRun: lastRun === undefined ? null : toHardeningRun(lastRun),
  }
}

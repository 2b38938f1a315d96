/** Updates the security fields of the server's row from scans and hardening. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { setServerSecurity } from '../servers/index.ts'
import { readSecurity } from './security.query.ts'
import type { SecurityStateName } from './security.status.ts'
import { saveWatch } from './security-scans.repository.ts'

export async function refreshSecurity(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<{ state: SecurityStateName; score: number | null }> {
  const { state, score, scannedAt } = await readSecurity(tx, organizationId, serverId)
  await setServerSecurity(tx, organizationId, serverId, { state, score, scannedAt })
  return { state, score }
}

/** Marks the known state as outdated; the schedule starts a scan within seconds. */
export async function scanSoon(tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>): Promise<void> {
  await saveWatch(tx, organizationId, { serverId, nextScanAt: new Date() })
  await refreshSecurity(tx, organizationId, serverId)
}

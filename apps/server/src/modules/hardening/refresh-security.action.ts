/** Updates the security fields of the server's row from scans and hardening. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { setServerSecurity } from '../servers/index.ts'
import { readHardening } from './hardening-state.query.ts'
import { type SecurityStateName, securityStateOf } from './security.status.ts'
import { findWatch, readScans, saveWatch } from './security-scans.repository.ts'

export async function readSecurity(tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>) {
  const scans = await readScans(tx, organizationId, serverId)
  const watch = await findWatch(tx, organizationId, serverId)
  const hardening = await readHardening(tx, organizationId, serverId)
  const scannedAt = scans.succeeded?.finished_at ?? null
  const lostAt = hardening.lostAt
  const state = securityStateOf({
    isHardening: hardening.isUnderWay,
    isScanning: scans.newest !== undefined && scans.newest.finished_at === null,
    isHardeningLost: lostAt !== null && (scannedAt === null || scannedAt < lostAt),
    hasScanFailed: scans.ended?.status === 'failed',
    checks: scans.succeeded?.checks ?? null,
    drifted: watch?.drifted ?? [],
  })
  return { state, scannedAt, score: scans.succeeded?.score ?? null, scans, watch, hardening }
}

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

/** Reads a server's security state from its scans and hardening runs. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { readHardening } from './hardening-state.query.ts'
import { securityStateOf } from './security.status.ts'
import { findWatch, readScans } from './security-scans.repository.ts'

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

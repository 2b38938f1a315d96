/** Starts a scan and updates the server's row. Used by API requests, by the schedule and by hardening. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { refreshSecurity } from './refresh-security.action.ts'
import { scanSecurity } from './security.references.ts'
import type { ScanTrigger } from './security.schemas.ts'
import { hasUnfinishedScan, insertScan } from './security-scans.repository.ts'

/** Returns false if a scan is in progress. The caller publishes the event last in its transaction. */
export async function requestScan(
  tx: Tx,
  organizationId: OrganizationId,
  scan: { serverId: Id<'srv'>; trigger: ScanTrigger },
): Promise<boolean> {
  const { serverId, trigger } = scan
  // The caller has locked the server's row, so no other scan can start meanwhile.
  if (await hasUnfinishedScan(tx, organizationId, serverId)) return false
  const runId = await startRun(tx, { workflow: scanSecurity, key: serverId, input: { serverId }, organizationId })
  await insertScan(tx, organizationId, { id: brandId<'scn'>(runId), serverId, trigger })
  await refreshSecurity(tx, organizationId, serverId)
  return true
}

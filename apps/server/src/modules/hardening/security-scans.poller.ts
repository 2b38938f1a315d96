/** Starts due scans: of servers that have become ready, and of all others once a period. */

import type { Database } from '../../platform/database/database.ts'
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import { poller } from '../../platform/durable/poller.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Log } from '../../platform/log/log.ts'
import { publishServerUpdated, requireChangeableServer, requireConnectedServer } from '../servers/index.ts'
import { requestScan } from './request-scan.action.ts'
import { readSecurity } from './security.query.ts'
import type { ScanTrigger } from './security.schemas.ts'
import { type DueScan, listDueScans } from './security-scans.system-repository.ts'

export function createScanSchedule({ database, log }: { database: Database; log: Log }): BackgroundLoop {
  return poller<DueScan>({
    name: 'security-scans',
    everyMs: 3_000,
    log,
    // Limits concurrent starts, for example after a night without a worker.
    atOnce: 5,
    visitMs: 30_000,
    takeDue: ({ free }) => listDueScans(database.systemDb, free),
    keyOf: ({ serverId }) => serverId,
    visit: async (due) => void (await startDueScan(database, due)),
  })
}

/** The transaction that locks the server's row first starts the scan; the next one finds it started. */
export async function startDueScan(database: Database, due: DueScan): Promise<boolean> {
  const { organizationId, serverId } = due
  try {
    return await database.tenant(organizationId, async (tx) => {
      await requireChangeableServer(tx, organizationId, serverId)
      await requireConnectedServer(tx, organizationId, serverId)
      const { hardening, scans } = await readSecurity(tx, organizationId, serverId)
      if (hardening.isUnderWay) return false
      const trigger = triggerOf(scans.newest?.created_at, hardening.lastRun?.finishedAt ?? null)
      const isNew = await requestScan(tx, organizationId, { serverId, trigger })
      if (isNew) await publishServerUpdated(tx, organizationId, { id: serverId, action: 'security_scan_started' })
      return isNew
    })
  } catch (error) {
    // The server was deleted or is unreachable; it will be due again.
    if (error instanceof AppError) return false
    throw error
  }
}

function triggerOf(scannedAt: Date | undefined, hardenedAt: Date | null): ScanTrigger {
  if (scannedAt === undefined) return 'first'
  return hardenedAt !== null && hardenedAt > scannedAt ? 'hardening' : 'scheduled'
}

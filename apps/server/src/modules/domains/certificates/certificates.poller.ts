/**
 * Checks proxies when their certificates are expected to have changed: while one is requested, and after a planned
 * renewal. The regular server check notices every other change.
 *
 * Decision: docs/decisions/0016-the-proxy-gets-certificates.md
 */
import type { Database, OrganizationId } from '../../../platform/database/database.ts'
import type { BackgroundLoop } from '../../../platform/durable/loop.ts'
import { poller } from '../../../platform/durable/poller.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Log } from '../../../platform/log/log.ts'
import { type DueServer, takeDueServers } from './certificates.system-repository.ts'

export interface CertificatePollerOptions {
  database: Database
  log: Log
  atOnce: number
  /** Returns false when a newer release manages the proxies and checks them. */
  isActive(): Promise<boolean>
  /** Stores what the proxy reports. */
  refresh(organizationId: OrganizationId, serverId: Id<'srv'>, signal: AbortSignal): Promise<void>
}

/** Retry interval for an unreachable server. */
const againMs = 30_000

export function createCertificatePoller(options: CertificatePollerOptions): BackgroundLoop {
  const { database, log, atOnce, refresh, isActive } = options
  return poller<DueServer>({
    name: 'certificates',
    everyMs: 500,
    log,
    atOnce,
    visitMs: 30_000,
    isTaken: true,
    takeDue: async ({ free: limit }) =>
      (await isActive()) ? await takeDueServers(database.systemDb, { limit, againMs }) : [],
    keyOf: ({ serverId }) => serverId,
    visit: ({ organizationId, serverId }, signal) => refresh(organizationId, serverId, signal),
    // The server check itself reports what is wrong.
    isExpected: () => true,
  })
}

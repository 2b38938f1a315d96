/**
 * Visits proxies when their certificates are expected to have changed: while one is requested, when one was to be renewed. Every
 * other change is seen by the regular check of the server.
 */
import type { Database, OrganizationId } from '../../../platform/database/database.ts'
import type { BackgroundLoop } from '../../../platform/durable/loop.ts'
import { poller } from '../../../platform/durable/poller.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Log } from '../../../platform/log/log.ts'
import { type DueServer, takeDueServers } from '../certificates.system-repository.ts'

export interface CertificatePollerOptions {
  database: Database
  log: Log
  atOnce: number
  /** False: a newer release has the proxies, and looks at them. */
  isActive(): Promise<boolean>
  /** Brings what the proxy says into the database. */
  refresh(organizationId: OrganizationId, serverId: Id<'srv'>, signal: AbortSignal): Promise<void>
}

/** A server that cannot be reached. */
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
    takeDue: async ({ room: limit }) =>
      (await isActive()) ? await takeDueServers(database.systemDb, { limit, againMs }) : [],
    keyOf: ({ serverId }) => serverId,
    visit: ({ organizationId, serverId }, signal) => refresh(organizationId, serverId, signal),
    // The check of the server itself says what is wrong with it.
    isExpected: () => true,
  })
}

/** Checks a server's proxy once outside the schedule, over the connection of the regular checks. */
import type { Database, OrganizationId } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { findServer } from '../../servers/index.ts'
import type { ServerAccess } from '../../servers/worker.ts'
import type { EnsureProxy } from './ensure-proxy.remote.ts'

const loginMs = 20_000

export function createProxyCheck({
  database,
  access,
  ensureProxy,
}: {
  database: Database
  access: Pick<ServerAccess, 'use'>
  ensureProxy: EnsureProxy
}) {
  return async (organizationId: OrganizationId, serverId: Id<'srv'>, signal: AbortSignal): Promise<void> => {
    const row = await database.tenant(organizationId, (tx) => findServer(tx, organizationId, serverId))
    if (row === undefined) return
    const server = { organizationId, id: serverId, proxy: { status: row.proxy_status, version: row.proxy_version } }
    await access.use(organizationId, serverId, (connection) => ensureProxy(server, connection, signal), {
      deadlineMs: loginMs,
      signal,
    })
  }
}

/**
 * Detects whether a server is the machine that the API itself runs on: its container runs there, labeled with the
 * public URL. That server's proxy serves the dashboard too. It changes only when another server is found: during an
 * upgrade, no container runs.
 */
import { createEngine, instanceLabel } from '@longshore/remote/docker'
import type { ServerConnection } from '@longshore/remote/ssh'
import type { Database, OrganizationId } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { dashboardLabel, isDashboardServer } from './dashboard-server.policy.ts'
import { serveDashboardAt } from './server-proxies.repository.ts'

const checkMs = 10_000

export type FindDashboardServer = (
  server: { organizationId: OrganizationId; id: Id<'srv'> },
  connection: ServerConnection,
  signal: AbortSignal,
) => Promise<void>

export function createFindDashboardServer({
  database,
  publicUrl,
}: {
  database: Database
  publicUrl: string
}): FindDashboardServer {
  const homes = new Map<OrganizationId, Id<'srv'>>()
  return async ({ organizationId, id }, connection, signal) => {
    if (homes.get(organizationId) === id) return
    const filters = { label: [`${dashboardLabel}=${publicUrl}`] }
    const found = await createEngine(connection).listContainers({ signal, deadlineMs: checkMs, filters })
    const labels = found.map(({ Labels }) => Labels)
    if (!isDashboardServer(labels, { publicUrl, managedLabel: instanceLabel })) return
    await database.tenant(organizationId, (tx) => serveDashboardAt(tx, organizationId, id))
    homes.set(organizationId, id)
  }
}

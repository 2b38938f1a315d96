/**
 * Whether a server is the machine that the api itself runs on: its container is there, marked with the address that people use. The
 * proxy of that server serves the dashboard too. Nothing takes that back but another server that is found to be the one: while an
 * upgrade replaces the container, there is none.
 */
import { createEngine } from '@longshore/remote/docker'
import type { ServerConnection } from '@longshore/remote/ssh'
import type { Database, OrganizationId } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { serveDashboardAt } from '../server-proxies.repository.ts'

/** As compose.yaml writes it on the api's container. */
const label = 'longshore.dashboard'
const lookMs = 10_000

export type FindHome = (
  server: { organizationId: OrganizationId; id: Id<'srv'> },
  connection: ServerConnection,
  signal: AbortSignal,
) => Promise<void>

export function createFindHome({ database, publicUrl }: { database: Database; publicUrl: string }): FindHome {
  const known = new Set<string>()
  return async ({ organizationId, id }, connection, signal) => {
    if (known.has(id)) return
    const filters = { label: [`${label}=${publicUrl}`] }
    const found = await createEngine(connection).listContainers({ signal, deadlineMs: lookMs, all: true, filters })
    if (found.length === 0) return
    await database.tenant(organizationId, (tx) => serveDashboardAt(tx, organizationId, id))
    known.add(id)
  }
}

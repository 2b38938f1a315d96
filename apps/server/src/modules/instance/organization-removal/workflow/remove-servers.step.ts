/**
 * Removes each reachable server with its own run. That run would also remove an unreachable server's row without
 * cleaning it up.
 */
import type { Database, OrganizationId, Tx } from '../../../../platform/database/database.ts'
import { busyKeys, startRun } from '../../../../platform/durable/runs.ts'
import { listAllServers, markServerDeleted, removeServer, type ServerRow } from '../../../servers/index.ts'
import type { Leftover } from '../leftover.schemas.ts'
import { findDashboardServer } from '../removals.system-repository.ts'
import { type Context, codeOf, type RemovalTools } from './removal.context.ts'

const pollEveryMs = 1_000
const loginMs = 15_000

export async function removeServers(
  tools: RemovalTools,
  subject: { organizationId: OrganizationId; isForced: boolean },
  context: Pick<Context, 'signal'>,
): Promise<Leftover[]> {
  const { organizationId } = subject
  const all = await tools.database.tenant(organizationId, (tx) => listAllServers(tx, organizationId))
  // A jump server is needed until those behind it are removed.
  const behind = all.filter((server) => server.jump_server_id !== null)
  const left = await removeThese(tools, subject, { servers: behind, context })
  const needed = new Set(left.map(({ server }) => server.jump_server_id))
  const rest = all.filter(({ id, jump_server_id: jump }) => jump === null && (subject.isForced || !needed.has(id)))
  const alsoLeft = await removeThese(tools, subject, { servers: rest, context })
  return [...left, ...alsoLeft].map(({ server, code }) => ({ kind: 'server', name: server.name, code }))
}

interface LeftServer {
  server: ServerRow
  code: string
}

async function removeThese(
  tools: RemovalTools,
  { organizationId, isForced }: { organizationId: OrganizationId; isForced: boolean },
  { servers, context: { signal } }: { servers: readonly ServerRow[]; context: Pick<Context, 'signal'> },
): Promise<LeftServer[]> {
  const { database, clock } = tools
  const home = await findDashboardServer(database.systemDb, organizationId)
  const left: LeftServer[] = []
  for (const server of servers) {
    const code = isForced ? null : await reach(tools, server, signal)
    if (code !== null) left.push({ server, code })
    // Keep the dashboard available: its proxy belongs to this instance, not to the organization.
    else await begin(database, server, { removeProxy: server.id !== home })
  }
  const keys = servers.map(({ id }) => id)
  const isBusy = async (tx: Tx) => (await busyKeys(tx, removeServer, keys)).size > 0
  while (await database.tenant(organizationId, isBusy)) await clock.wait(pollEveryMs, signal)
  return left
}

/** Returns null if the server responds, or if it was never connected and has nothing on it. */
async function reach({ access }: RemovalTools, server: ServerRow, signal: AbortSignal): Promise<string | null> {
  if (server.connected_at === null) return null
  try {
    await access.use(server.organization_id, server.id, async () => undefined, { deadlineMs: loginMs, signal })
    return null
  } catch (error) {
    signal.throwIfAborted()
    return codeOf(error)
  }
}

async function begin(database: Database, server: ServerRow, { removeProxy }: { removeProxy: boolean }): Promise<void> {
  const { organization_id: organizationId, id } = server
  await database.tenant(organizationId, async (tx) => {
    if (!(await markServerDeleted(tx, organizationId, id))) return
    await startRun(tx, { workflow: removeServer, key: id, input: { serverId: id, removeProxy }, organizationId })
  })
}

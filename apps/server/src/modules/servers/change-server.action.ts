/** Shared by services of this and other modules: finds a server, and starts a new contact. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import type { RunId } from '../../platform/durable/workflow-ref.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { publishServerUpdated } from './servers.events.ts'
import { serverProblems } from './servers.problems.ts'
import { connectServer } from './servers.references.ts'
import {
  findServer,
  lockServer,
  type ServerProxy,
  type ServerRow,
  type ServerSecurity,
  saveCondition,
  saveContact,
  saveProxy,
  saveSecurity,
} from './servers.repository.ts'
import { observe } from './servers.status.ts'

/** Returns the server, or throws 404. */
export async function requireServer(tx: Tx, organizationId: OrganizationId, id: Id<'srv'>): Promise<ServerRow> {
  const row = await findServer(tx, organizationId, id)
  if (row === undefined) throw notFound()
  return row
}

/** Returns the server if work on it can begin now; otherwise throws 409 with the reason. */
export async function requireConnectedServer(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'srv'>,
): Promise<ServerRow> {
  const row = await requireServer(tx, organizationId, id)
  if (row.deletion_requested_at !== null) throw new AppError(serverProblems.server_being_deleted)
  if (row.problem?.code === serverProblems.server_already_managed.code)
    throw new AppError(serverProblems.server_already_managed, row.problem.detail)
  if (row.status !== 'ready' && row.status !== 'degraded')
    throw new AppError(serverProblems.server_not_connected, row.problem?.detail ?? `The server is ${row.status}.`, {
      ...(row.problem === null ? {} : { hint: row.problem.hint }),
    })
  return row
}

/** Locks it for a change. */
export async function requireChangeableServer(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'srv'>,
): Promise<ServerRow> {
  const row = await lockServer(tx, organizationId, id)
  if (row === undefined) throw notFound()
  if (row.deletion_requested_at !== null) throw new AppError(serverProblems.server_being_deleted)
  return row
}

/** For the hardening module, which publishes its own event last in its transaction. */
export async function setServerSecurity(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'srv'>,
  security: ServerSecurity,
): Promise<void> {
  await saveSecurity(tx, organizationId, { id, ...security })
}

/** Stores the state of its proxy. Publishes an event, so call it last. */
export async function setServerProxy(
  tx: Tx,
  organizationId: OrganizationId,
  server: ServerProxy & { id: Id<'srv'> },
): Promise<void> {
  await saveProxy(tx, organizationId, server)
  const { id, status } = server
  await publishServerUpdated(tx, organizationId, { id, action: 'proxy_changed', detail: { proxy: status } })
}

/** Address, key or pins are new: older connections aren't used again, and a run makes the first contact. */
export async function beginContact(tx: Tx, row: ServerRow): Promise<RunId> {
  const { id, organization_id: organizationId } = row
  const standing = observe(
    { status: row.status, problem: row.problem, misses: row.misses, wasConnected: row.connected_at !== null },
    { kind: 'contact_began' },
  )
  await saveCondition(tx, organizationId, { id, status: standing.status, problem: standing.problem })
  await saveContact(tx, organizationId, { id, isNewContact: true })
  return await startRun(tx, { workflow: connectServer, key: id, input: { serverId: id }, organizationId })
}

/** Finds a server for services of this and other modules, or rejects the request. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { serverProblems } from './servers.problems.ts'
import { findServer, lockServer, type ServerRow } from './servers.repository.ts'

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

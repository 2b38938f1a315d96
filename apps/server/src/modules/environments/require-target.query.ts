/** Checks the server that a request names for an environment. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { requireServer, serverProblems } from '../servers/index.ts'
import { isServerUsedBy } from './environments.repository.ts'

/** Throws 422 at the pointer for a server that doesn't exist, or that no project of a limited token uses. */
export async function requireTarget(
  tx: Tx,
  { organizationId, projectIds }: Pick<Actor, 'organizationId' | 'projectIds'>,
  { serverId, pointer }: { serverId: Id<'srv'>; pointer: string },
): Promise<void> {
  const server = await requireServer(tx, organizationId, serverId).catch((error: unknown) => {
    throw asFieldError(error, pointer, "isn't a server in this organization")
  })
  if (projectIds !== null && !(await isServerUsedBy(tx, organizationId, { serverId, projectIds })))
    throw invalid(pointer, 'not_found', "isn't a server that this token's projects use")
  if (server.deletion_requested_at !== null) throw new AppError(serverProblems.server_being_deleted)
}

/** Turns a 404 about something in the body into a validation error of the body. */
function asFieldError(error: unknown, pointer: string, message: string): unknown {
  const isAbsent = error instanceof AppError && error.problem.code === notFound().problem.code
  return isAbsent ? invalid(pointer, 'not_found', message) : error
}

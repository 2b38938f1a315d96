/** Operators allow parts of a server to the containers on it. */
import type { Actor } from '../../platform/access/actor.ts'
import { requireVersion } from '../../platform/access/require-version.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { recordAudit } from '../audit/index.ts'
import { requireChangeableServer, requireServer } from './require-server.query.ts'
import {
  allowsNothing,
  nothingAllowed,
  type ServerAllowances,
  type StoredAllowances,
} from './server-allowances.schemas.ts'
import { publishServerUpdated } from './servers.events.ts'
import { serverProblems } from './servers.problems.ts'
import { type ServerRow, saveAllowances } from './servers.repository.ts'
import { findMachineUse } from './shared-machines.system-repository.ts'

export interface ServerAllowancesService {
  get(actor: Actor, id: Id<'srv'>): Promise<ServerAllowances>
  replace(actor: Actor, id: Id<'srv'>, wanted: StoredAllowances): Promise<ServerAllowances>
}

export interface ServerAllowancesOptions {
  database: Database
  /** Rejects everyone but operators of the instance, and all API tokens. */
  requireOperator(actor: Actor): Promise<void>
  requireRecentSignIn(actor: Actor): void
}

export function createServerAllowancesService(options: ServerAllowancesOptions): ServerAllowancesService {
  const { database } = options
  return {
    async get(actor, id) {
      return await database.tenant(actor.organizationId, (tx) => readAllowances(tx, actor, id))
    },
    async replace(actor, id, wanted) {
      const row = await database.tenant(actor.organizationId, (tx) => requireServer(tx, actor.organizationId, id))
      await options.requireOperator(actor)
      options.requireRecentSignIn(actor)
      if (!allowsNothing(wanted)) await requireOwnMachine(database, row)
      return await database.tenant(actor.organizationId, (tx) =>
        replaceAllowances(tx, actor, { id, wanted, generation: row.generation }),
      )
    },
  }
}

/** The allowances would reach the instance itself, or the data of others. */
async function requireOwnMachine({ systemDb }: Database, row: ServerRow): Promise<void> {
  // Only its host keys show which machine it is.
  if (row.host_keys.length === 0) throw new AppError(serverProblems.server_not_connected)
  const { isControlPlane, isShared } = await findMachineUse(systemDb, row)
  if (isControlPlane) throw new AppError(serverProblems.allowances_on_control_plane)
  if (isShared) throw new AppError(serverProblems.allowances_on_shared_machine)
}

async function replaceAllowances(
  tx: Tx,
  actor: Actor,
  { id, wanted, generation }: { id: Id<'srv'>; wanted: StoredAllowances; generation: number },
): Promise<ServerAllowances> {
  const { organizationId } = actor
  const row = await requireChangeableServer(tx, organizationId, id)
  requireVersion(actor, row.version)
  // It was checked for another machine.
  if (row.generation !== generation) throw new AppError(serverProblems.server_not_connected)
  const before = row.allowances ?? nothingAllowed
  await saveAllowances(tx, organizationId, { id, allowances: allowsNothing(wanted) ? null : wanted })
  await recordAudit(tx, actor, {
    action: 'server.allowances_changed',
    targetKind: 'server',
    targetId: id,
    detail: { name: row.name, before, after: wanted },
  })
  await publishServerUpdated(tx, organizationId, { id, action: 'allowances_changed' })
  return await readAllowances(tx, actor, id)
}

async function readAllowances(tx: Tx, { organizationId }: Actor, id: Id<'srv'>): Promise<ServerAllowances> {
  const { allowances, version } = await requireServer(tx, organizationId, id)
  return { serverId: id, ...(allowances ?? nothingAllowed), version }
}

/** Restore requests. Runs in the worker do the work, one at a time per environment. */
import type { Actor } from '../../../platform/access/actor.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { readNow } from '../../../platform/database/read-now.ts'
import { tryLock } from '../../../platform/durable/locks.ts'
import { requestCancel, startRun } from '../../../platform/durable/runs.ts'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import { createOnce } from '../../../platform/idempotency/create-once.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { type Page, type PageQuery, toPage } from '../../../platform/pagination/page.schemas.ts'
import type { Sealer } from '../../../platform/secrets/seal.ts'
import { type AuditVerb, recordAudit } from '../../audit/index.ts'
import { requireEnvironment } from '../../environments/index.ts'
import { refuseTokens } from '../../organizations/index.ts'
import { findDataVolume } from '../../workloads/index.ts'
import { environmentLock } from '../archives/backups.references.ts'
import { environmentLocked } from '../archives/start-backup.action.ts'
import { toRestore } from './restore.mapper.ts'
import { publishRestoreUpdated } from './restores.events.ts'
import { restoreProblems } from './restores.problems.ts'
import { settleRestore, undoRestore } from './restores.references.ts'
import {
  findRestore,
  listRestores,
  lockRestore,
  type RestoreId,
  type RestoreRow,
  updateRestore,
} from './restores.repository.ts'
import type { Restore, RestoreBody, RestoreSource } from './restores.schemas.ts'
import { requireReadyEnvironment, startRestore } from './start-restore.action.ts'

export interface RestoreLocation {
  id: Id<'env'>
  rid: RestoreId
}

export interface RestoresService {
  restore(actor: Actor, at: { id: Id<'env'>; bid: Id<'bkp'> }, body: RestoreBody): Promise<Restore>
  list(actor: Actor, id: Id<'env'>, query: PageQuery): Promise<Page<Restore>>
  get(actor: Actor, at: RestoreLocation): Promise<Restore>
  /** Returns the run that works on it, or did last. */
  runOf(actor: Actor, at: RestoreLocation): Promise<Id<'run'>>
  confirm(actor: Actor, at: RestoreLocation): Promise<Restore>
  undo(actor: Actor, at: RestoreLocation): Promise<Restore>
  cancel(actor: Actor, at: RestoreLocation): Promise<Restore>
}

export function createRestoresService({ database, sealer }: { database: Database; sealer: Sealer }): RestoresService {
  const read = (actor: Actor, at: RestoreLocation) =>
    database.tenant(actor.organizationId, (tx) => requireRestore(tx, actor, { ...at, source: 'backup' }))
  return {
    restore: (actor, { id: environmentId, bid: backupId }, body) =>
      createOnce(database, actor, async (tx) =>
        toRestore(await startRestore(tx, actor, { environmentId, backupId, body, sealer })),
      ),
    async list({ organizationId }, environmentId, { cursor, limit }) {
      const rows = await database.tenant(organizationId, async (tx) => {
        await requireEnvironment(tx, organizationId, environmentId)
        return await listRestores(tx, organizationId, { environmentId, source: 'backup', before: cursor, limit })
      })
      return toPage(rows.map(toRestore), limit)
    },
    get: async (actor, at) => toRestore(await read(actor, at)),
    runOf: async (actor, at) => (await read(actor, at)).run_id,
    confirm: (actor, at) =>
      createOnce(database, actor, async (tx) =>
        toRestore(await confirmRestore(tx, actor, { ...at, source: 'backup' })),
      ),
    undo: (actor, at) =>
      createOnce(database, actor, async (tx) => toRestore(await undoSwitch(tx, actor, { ...at, source: 'backup' }))),
    cancel: (actor, at) =>
      createOnce(database, actor, async (tx) => toRestore(await cancelRestore(tx, actor, { ...at, source: 'backup' }))),
  }
}

type Decision = RestoreLocation & { source: RestoreSource }

/** Also finds imports, by their source. */
export async function requireRestore(
  tx: Tx,
  { organizationId }: Actor,
  { id, rid, source }: Decision,
): Promise<RestoreRow> {
  const row = await findRestore(tx, organizationId, { id: rid, environmentId: id, source })
  if (row === undefined) throw notFound()
  return row
}

async function lock(tx: Tx, { organizationId }: Actor, { id, rid, source }: Decision): Promise<RestoreRow> {
  const row = await lockRestore(tx, organizationId, { id: rid, environmentId: id, source })
  if (row === undefined) throw notFound()
  return row
}

/** Keeps the new data: the old volume is removed, and undo is no longer possible. Also for imports. */
export async function confirmRestore(tx: Tx, actor: Actor, at: Decision): Promise<RestoreRow> {
  refuseTokens(actor)
  const { organizationId } = actor
  const row = await lock(tx, actor, at)
  if (row.status !== 'succeeded' || row.target !== 'in_place')
    throw new AppError(restoreProblems.restore_not_confirmable)
  if (row.confirmed_at !== null) return row
  const input = { environmentId: row.environment_id, restoreId: row.id }
  await startRun(tx, { workflow: settleRestore, key: row.environment_id, input, organizationId })
  const changed = await updateRestore(tx, organizationId, { id: row.id, isConfirmed: true, undoUntil: null })
  await audit(tx, actor, row, 'restore_confirmed')
  await publishRestoreUpdated(tx, organizationId, { row, action: 'confirmed' })
  return changed ?? row
}

/** Brings the old data back. Data written since the switch is lost with the new volume. Also for imports. */
export async function undoSwitch(tx: Tx, actor: Actor, at: Decision): Promise<RestoreRow> {
  const { organizationId } = actor
  const row = await lock(tx, actor, at)
  const { environment_id: environmentId, service_id: serviceId } = row
  const isOver = row.undo_until === null || row.undo_until < (await readNow(tx))
  if (row.status !== 'succeeded' || isOver || row.old_volume === null)
    throw new AppError(restoreProblems.restore_not_undoable)
  if ((await findDataVolume(tx, organizationId, { serviceId, name: row.volume })) !== row.new_volume)
    throw new AppError(restoreProblems.restore_not_undoable, 'There was a later restore or import.')
  await requireReadyEnvironment(tx, actor, environmentId)
  const input = { environmentId, restoreId: row.id }
  const runId = await startRun(tx, { workflow: undoRestore, key: environmentId, input, organizationId })
  const held = await tryLock(tx, environmentLock(environmentId, 'exclusive'), { runId, organizationId })
  if (!held.granted) throw environmentLocked(held.holders)
  const changed = await updateRestore(tx, organizationId, { id: row.id, runId, error: null })
  await audit(tx, actor, row, 'restore_undo_requested')
  await publishRestoreUpdated(tx, organizationId, { row, action: 'undo_requested' })
  return changed ?? row
}

/** Possible until the switch; existing data is untouched. Also for imports. */
export async function cancelRestore(tx: Tx, actor: Actor, at: Decision): Promise<RestoreRow> {
  const row = await requireRestore(tx, actor, at)
  const answer = await requestCancel(tx, row.run_id)
  if (answer === 'too_late' || answer === 'finished' || answer === 'not_found')
    throw new AppError(restoreProblems.restore_not_cancellable)
  await audit(tx, actor, row, row.source === 'backup' ? 'restore_cancel_requested' : 'import_cancel_requested')
  return row
}

async function audit(tx: Tx, actor: Actor, row: RestoreRow, action: AuditVerb<'environment'>): Promise<void> {
  await recordAudit(tx, actor, {
    action: `environment.${action}`,
    targetKind: 'environment',
    targetId: row.environment_id,
    detail:
      row.source === 'backup'
        ? { restoreId: encodeId('rst', row.id) }
        : { importId: encodeId('imp', brandId<'imp'>(row.id)) },
  })
}

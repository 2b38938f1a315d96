/** Moves in the API. They begin with PATCH /environments/:id/server. */
import type { Actor } from '../../../platform/access/actor.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { startRun } from '../../../platform/durable/runs.ts'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import { createOnce } from '../../../platform/idempotency/create-once.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { type Page, type PageQuery, toPage } from '../../../platform/pagination/page.schemas.ts'
import { recordAudit } from '../../audit/index.ts'
import { publishEnvironmentUpdated, requireEnvironment } from '../../environments/index.ts'
import { refuseTokens } from '../../organizations/index.ts'
import { moveProblems } from './moves.problems.ts'
import { settleMove } from './moves.references.ts'
import { findMove, listMoves, type MoveRow, updateMove } from './moves.repository.ts'
import type { Move } from './moves.schemas.ts'

export interface MovesService {
  list(actor: Actor, id: Id<'env'>, query: PageQuery): Promise<Page<Move>>
  confirm(actor: Actor, at: { id: Id<'env'>; did: Id<'dep'> }): Promise<Move>
}

export function createMovesService({ database }: { database: Database }): MovesService {
  return {
    async list({ organizationId }, environmentId, { cursor, limit }) {
      const rows = await database.tenant(organizationId, async (tx) => {
        await requireEnvironment(tx, organizationId, environmentId)
        return await listMoves(tx, organizationId, { environmentId, before: cursor, limit })
      })
      const page = toPage(rows, limit)
      return { ...page, items: page.items.map(toMove) }
    },
    confirm: (actor, at) => createOnce(database, actor, (tx) => confirm(tx, actor, at)),
  }
}

async function confirm(tx: Tx, actor: Actor, { id, did }: { id: Id<'env'>; did: Id<'dep'> }): Promise<Move> {
  refuseTokens(actor)
  const { organizationId } = actor
  const environment = await requireEnvironment(tx, organizationId, id)
  const row = await findMove(tx, organizationId, { id: did, environmentId: id })
  if (row === undefined) throw notFound()
  if (row.confirmed_at !== null) return toMove(row)
  if (row.status !== 'moved') throw new AppError(moveProblems.move_not_confirmable)
  const input = { environmentId: id, deploymentId: did }
  await startRun(tx, { workflow: settleMove, key: id, input, organizationId })
  const changed = await updateMove(tx, organizationId, { id: did, isConfirmed: true, keptUntil: null })
  await recordAudit(tx, actor, {
    action: 'environment.move_confirmed',
    targetKind: 'environment',
    targetId: id,
    detail: { deploymentId: encodeId('dep', did) },
  })
  await publishEnvironmentUpdated(tx, organizationId, {
    id,
    projectId: environment.project_id,
    action: 'move_confirmed',
  })
  return toMove(changed ?? row)
}

function toMove(row: MoveRow): Move {
  return {
    deploymentId: row.id,
    environmentId: row.environment_id,
    fromServerId: row.from_server_id,
    toServerId: row.to_server_id,
    kind: row.kind,
    status: row.status,
    keptUntil: row.kept_until,
    confirmedAt: row.confirmed_at,
    fencedAt: row.fenced_at,
    createdBy: row.created_by,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }
}

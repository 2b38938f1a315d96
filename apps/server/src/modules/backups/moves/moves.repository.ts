/** The only file that names `moves`. */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { newestFirst } from '../../../platform/database/newest-first.ts'
import type { Moves } from '../../../platform/database/schema.generated.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { MoveKind, MoveStatus, RecoveredData } from './moves.schemas.ts'

interface Narrow {
  kind: MoveKind
  status: MoveStatus
}
export type MoveRow = Omit<Selectable<Moves>, keyof Narrow> & Narrow

export async function insertMove(
  tx: Tx,
  organizationId: OrganizationId,
  move: {
    id: Id<'dep'>
    environmentId: Id<'env'>
    fromServerId: Id<'srv'>
    toServerId: Id<'srv'>
    createdBy: Id<'usr'> | null
    kind?: MoveKind
    backups?: readonly RecoveredData[]
  },
): Promise<void> {
  await tx
    .insertInto('moves')
    .values({
      id: move.id,
      organization_id: organizationId,
      environment_id: move.environmentId,
      from_server_id: move.fromServerId,
      to_server_id: move.toServerId,
      status: 'moving',
      kind: move.kind ?? 'move',
      backups: JSON.stringify(move.backups ?? []),
      created_by: move.createdBy,
    })
    .execute()
}

export async function findMove(
  tx: Tx,
  organizationId: OrganizationId,
  move: { id: Id<'dep'>; environmentId?: Id<'env'> },
): Promise<MoveRow | undefined> {
  let query = select(tx, organizationId).where('id', '=', move.id)
  if (move.environmentId !== undefined) query = query.where('environment_id', '=', move.environmentId)
  return await query.forNoKeyUpdate().executeTakeFirst()
}

/** Finds the move in progress. A newer deployment may have replaced the one that it began with. */
export async function findOpenMove(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<MoveRow | undefined> {
  return await select(tx, organizationId)
    .where('environment_id', '=', environmentId)
    .where('status', '=', 'moving')
    .executeTakeFirst()
}

/** Finds a move whose old data is still on this server. */
export async function findKeptMove(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, serverId }: { environmentId: Id<'env'>; serverId: Id<'srv'> },
): Promise<MoveRow | undefined> {
  return await select(tx, organizationId)
    .where('environment_id', '=', environmentId)
    .where('from_server_id', '=', serverId)
    .where('status', '=', 'moved')
    .executeTakeFirst()
}

/** Finds the newest recovery whose old data is still on the lost server. */
export async function findKeptRecovery(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<MoveRow | undefined> {
  return await select(tx, organizationId)
    .where('environment_id', '=', environmentId)
    .where('kind', '=', 'recovery')
    .where('status', '=', 'moved')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function listMoves(
  tx: Tx,
  organizationId: OrganizationId,
  page: { environmentId: Id<'env'>; before: string | undefined; limit: number },
): Promise<MoveRow[]> {
  const query = select(tx, organizationId).where('environment_id', '=', page.environmentId)
  return await query.$call(newestFirst(page)).execute()
}

export async function updateMove(
  tx: Tx,
  organizationId: OrganizationId,
  {
    id,
    ...change
  }: {
    id: Id<'dep'>
    status?: MoveStatus
    keptUntil?: Date | null
    copied?: string
    isConfirmed?: true
    nextFenceAt?: Date | null
    isFenced?: true
  },
): Promise<MoveRow | undefined> {
  const isOver = change.status === 'moved' || change.status === 'returned'
  return await tx
    .updateTable('moves')
    .set({
      updated_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(isOver ? { finished_at: sql<Date>`now()` } : {}),
      ...(change.keptUntil === undefined ? {} : { kept_until: change.keptUntil }),
      ...(change.copied === undefined ? {} : { copied: sql<string[]>`array_append(copied, ${change.copied})` }),
      ...(change.nextFenceAt === undefined ? {} : { next_fence_at: change.nextFenceAt }),
      ...(change.isFenced === true ? { fenced_at: sql<Date>`coalesce(fenced_at, now())` } : {}),
      ...(change.isConfirmed === true ? { confirmed_at: sql<Date>`coalesce(confirmed_at, now())` } : {}),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirst()
}

function select(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('moves').selectAll().where('organization_id', '=', organizationId).$narrowType<Narrow>()
}

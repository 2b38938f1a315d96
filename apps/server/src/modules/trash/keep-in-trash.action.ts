/** Moves something that is deleted into the trash, in the transaction that deletes it. */
import type { Actor } from '../../platform/access/actor.ts'
import { hourMs } from '../../platform/clock/clock.ts'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { publishTrashUpdated } from './trash.events.ts'
import {
  insertTrashItem,
  moveRowsToTrash,
  type TrashRow,
  type TrashStatusName,
  updateTrashItem,
} from './trash.repository.ts'
import { contentsOf, kindsOfTrash, type TrashKind } from './trash-kinds.schemas.ts'

export interface DeletedBy {
  kind: 'user' | 'token' | 'system'
  name: string
}

export interface Deleted {
  kind: TrashKind
  subjectId: string
  name: string
  projectId?: Id<'prj'> | null
  environmentId?: Id<'env'> | null
  serverId?: Id<'srv'> | null
  /** Item of the project that is deleted with it. */
  parentId?: Id<'trs'> | null
  status?: TrashStatusName
  /** Facts that restoring or purging needs. Never secrets. */
  facts?: Readonly<Record<string, unknown>>
  sizeBytes?: number | null
  /** ID of the row, if it isn't the subject. */
  rowId?: string
  /** More columns (table.column) whose rows move too. */
  alsoOwned?: readonly string[]
  by: DeletedBy
}

export function deletedBy({ kind, userName }: Pick<Actor, 'kind' | 'userName'>): DeletedBy {
  return { kind, name: userName }
}

export async function keepInTrash(tx: Tx, organizationId: OrganizationId, deleted: Deleted): Promise<TrashRow> {
  const { kind, subjectId, name, by } = deleted
  const item = await insertTrashItem(tx, organizationId, {
    id: newId('trs'),
    ...{ kind, subjectId, name, deletedBy: by },
    projectId: deleted.projectId ?? null,
    environmentId: deleted.environmentId ?? null,
    serverId: deleted.serverId ?? null,
    parentId: deleted.parentId ?? null,
    status: deleted.status ?? 'kept',
    facts: deleted.facts ?? {},
    sizeBytes: deleted.sizeBytes ?? null,
  })
  if (item.status === 'kept') await moveInto(tx, organizationId, item, deleted)
  publishTrashUpdated(tx, organizationId, item, item.status === 'kept' ? 'added' : 'adding')
  return item
}

/** Completes an item that was begun with the status `deleting`. */
export async function completeTrashItem(tx: Tx, organizationId: OrganizationId, item: TrashRow): Promise<void> {
  await moveInto(tx, organizationId, item)
  await updateTrashItem(tx, organizationId, { id: item.id, status: 'kept' })
  publishTrashUpdated(tx, organizationId, item, 'added')
}

const retryAfterMs = 6 * hourMs

/** Takes back an item whose permanent removal failed. It's tried again after some hours. */
export async function putBackInTrash(
  tx: Tx,
  organizationId: OrganizationId,
  { item, problem }: { item: TrashRow; problem: { code: string; detail: string } },
): Promise<void> {
  await moveInto(tx, organizationId, item)
  const expiresAt = new Date(Math.max(item.expires_at.getTime(), Date.now() + retryAfterMs))
  await updateTrashItem(tx, organizationId, { id: item.id, status: 'kept', problem, expires_at: expiresAt })
  publishTrashUpdated(tx, organizationId, item, 'purge_failed')
}

async function moveInto(
  tx: Tx,
  organizationId: OrganizationId,
  item: TrashRow,
  { rowId: id = item.subject_id, alsoOwned = [] }: Pick<Deleted, 'rowId' | 'alsoOwned'> = {},
): Promise<void> {
  const { table, owned } = kindsOfTrash[item.kind]
  if (table === null) return
  const counts = await moveRowsToTrash(tx, organizationId, {
    itemId: item.id,
    table,
    id,
    owned: [...owned, ...alsoOwned],
  })
  await updateTrashItem(tx, organizationId, { id: item.id, contents: contentsOf(item.kind, counts) })
}

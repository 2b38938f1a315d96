/** Restores an item, and for a project everything that was deleted with it, in the caller's transaction. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { restoreRows } from './restore-rows.action.ts'
import { publishTrashUpdated } from './trash.events.ts'
import { deleteTrashItem, listTrashItemsWithin, type TrashRow, updateTrashItem } from './trash.repository.ts'
import type { TrashHandlers } from './trash-handlers.query.ts'

export interface Restored {
  /** Number of rows by table that stay out because what they belonged to no longer exists. */
  dropped: Record<string, number>
  /** Publishes what is back. Call it after the audit entry. */
  announce(): Promise<void>
}

export async function restoreItem(
  tx: Tx,
  organizationId: OrganizationId,
  { item, handlers }: { item: TrashRow; handlers: TrashHandlers },
): Promise<Restored> {
  const within = await listTrashItemsWithin(tx, organizationId, item.id)
  const restored = [item, ...within.filter(isPartOf)]
  const dropped: Record<string, number> = {}
  // The project comes first, because its environments refer to it.
  for (const each of restored) {
    const changes = (await handlers[each.kind]?.prepare?.(tx, organizationId, each)) ?? {}
    const left = await restoreRows(tx, { item: each, changes })
    for (const [table, count] of Object.entries(left)) dropped[table] = (dropped[table] ?? 0) + count
    await handlers[each.kind]?.restored?.(tx, organizationId, each)
    await deleteTrashItem(tx, organizationId, each.id)
  }
  // Environments that were deleted before the project stay in the trash, each on its own again.
  for (const { id } of within.filter((each) => !isPartOf(each)))
    await updateTrashItem(tx, organizationId, { id, parent_id: null })
  publishTrashUpdated(tx, organizationId, item, 'restored')
  const announce = async () => {
    for (const each of restored) await handlers[each.kind]?.announce?.(tx, organizationId, each)
  }
  return { dropped, announce }
}

function isPartOf({ facts }: TrashRow): boolean {
  return Reflect.get(Object(facts), 'wasDeletedEarlier') !== true
}

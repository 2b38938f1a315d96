/** Removes an item permanently: in the background if something outside the database belongs to it. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { recordSystemAudit } from '../audit/index.ts'
import { publishTrashUpdated } from './trash.events.ts'
import { deleteTrashItem, type TrashRow, updateTrashItem } from './trash.repository.ts'
import type { TrashHandlers } from './trash-handlers.query.ts'

/**
 * The caller locked the item, and it has the status `kept`. Call the returned function last in the transaction: it writes
 * the audit log.
 */
export async function purgeItem(
  tx: Tx,
  organizationId: OrganizationId,
  { item, handlers, isForced = false }: { item: TrashRow; handlers: TrashHandlers; isForced?: boolean },
): Promise<() => Promise<void>> {
  await updateTrashItem(tx, organizationId, { id: item.id, status: 'purging', problem: null })
  const result = (await handlers[item.kind]?.purge?.(tx, organizationId, item, { isForced })) ?? 'done'
  if (result === 'done') return () => forgetTrashItem(tx, organizationId, item)
  publishTrashUpdated(tx, organizationId, item, 'purge_started')
  return async () => undefined
}

/** Call it when everything that belonged to the item is removed. Writes the audit log, so call it last. */
export async function forgetTrashItem(tx: Tx, organizationId: OrganizationId, item: TrashRow): Promise<void> {
  await deleteTrashItem(tx, organizationId, item.id)
  await recordSystemAudit(tx, organizationId, {
    action: 'trash_item.purged',
    targetKind: 'trash_item',
    targetId: item.id,
    detail: { kind: item.kind, name: item.name },
  })
  publishTrashUpdated(tx, organizationId, item, 'purged')
}

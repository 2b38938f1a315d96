/** Events about the trash. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { publishEvent } from '../../platform/events/publish.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'

/** Call it last in the transaction. */
export async function publishTrashUpdated(
  tx: Tx,
  organizationId: OrganizationId,
  { id, projectId, action }: { id: Id<'trs'>; projectId: Id<'prj'> | null; action: string },
): Promise<void> {
  const data = { changed: 'trash_item', resourceId: encodeId('trs', id), action, at: new Date().toISOString() }
  const about = projectId === null ? {} : { projectId: encodeId('prj', projectId) }
  await publishEvent(tx, { organizationId, kind: 'trash_updated', projectId, data: { ...data, ...about } })
}

/** Events about the trash. */
import { beforeCommit } from '../../platform/database/before-commit.ts'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { publishEvent } from '../../platform/events/publish.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'

type TrashAction = 'adding' | 'added' | 'add_failed' | 'restored' | 'purge_started' | 'purge_failed' | 'purged'

/** Publishes at the end of the transaction, so it can be called anywhere in it. */
export function publishTrashUpdated(
  tx: Tx,
  organizationId: OrganizationId,
  { id, project_id: projectId }: { id: Id<'trs'>; project_id: Id<'prj'> | null },
  action: TrashAction,
): void {
  const data = { changed: 'trash_item', resourceId: encodeId('trs', id), action, at: new Date().toISOString() }
  const about = projectId === null ? {} : { projectId: encodeId('prj', projectId) }
  beforeCommit(tx, async () => {
    await publishEvent(tx, { organizationId, kind: 'trash_updated', projectId, data: { ...data, ...about } })
  })
}

/**
 * Takes what has effects outside the database out of the trash, so that the following steps remove it like everything else.
 * Idempotent: what came back is no longer in the trash.
 */
import type { Database, OrganizationId } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors/app-error.ts'
import type { Log } from '../../../../platform/log/log.ts'
import { dropTrashItem, listAllTrash, restoreRows, type TrashKind } from '../../../trash/index.ts'

/** In this order, because the later kinds refer to the earlier ones. */
const kinds: readonly TrashKind[] = ['backup_destination', 'server', 'project', 'environment', 'backup']

export async function returnTrash(
  database: Database,
  organizationId: OrganizationId,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<void> {
  for (const kind of kinds) {
    const items = await database.tenant(organizationId, (tx) => listAllTrash(tx, organizationId, kind))
    for (const item of items) {
      signal.throwIfAborted()
      const changes = {
        projects: { slug: `purge-${item.id.slice(-12)}`, deletion_requested_at: null },
        environments: { slug: `purge-${item.id.slice(-12)}`, deletion_requested_at: null, status: 'idle' },
        servers: { deletion_requested_at: null },
      }
      try {
        await database.tenant(organizationId, async (tx) => {
          await restoreRows(tx, { item, changes, without: ['routes'] })
          await dropTrashItem(tx, organizationId, item.id)
        })
      } catch (error) {
        // For example a server that was registered again: the other registration is removed.
        if (!(error instanceof AppError)) throw error
        log.warn({ err: error, kind, item: item.id }, 'an item of the trash could not be removed with its organization')
      }
    }
  }
}

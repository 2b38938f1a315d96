/** Removes expired items permanently. */
import type { Database } from '../../platform/database/database.ts'
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import { poller } from '../../platform/durable/poller.ts'
import type { Log } from '../../platform/log/log.ts'
import { purgeItem } from './purge-item.action.ts'
import { lockTrashItem } from './trash.repository.ts'
import { type DueTrash, listDueTrash } from './trash.system-repository.ts'
import type { TrashHandlers } from './trash-handlers.query.ts'

interface Options {
  database: Database
  log: Log
  handlers: TrashHandlers
  everyMs: number
}

export function createTrashPoller({ database, log, handlers, everyMs }: Options): BackgroundLoop {
  return poller<DueTrash>({
    name: 'trash',
    everyMs,
    log,
    atOnce: 2,
    visitMs: 60_000,
    isTaken: true,
    takeDue: ({ free }) => listDueTrash(database.systemDb, free),
    keyOf: ({ id }) => id,
    visit: (due) => purgeDue(database, due, handlers),
  })
}

export async function purgeDue(
  database: Database,
  { id, organizationId }: DueTrash,
  handlers: TrashHandlers,
): Promise<void> {
  await database.tenant(organizationId, async (tx) => {
    const item = await lockTrashItem(tx, organizationId, id)
    // Restored, or taken by another worker.
    if (item?.status !== 'kept' || item.expires_at > new Date()) return
    const finish = await purgeItem(tx, organizationId, { item, handlers })
    await finish()
  })
}

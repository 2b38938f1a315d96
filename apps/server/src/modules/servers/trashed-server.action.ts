/** Brings a server back from the trash, and purges it. Until then, its login and owner file stay. */
import { z } from 'zod'
import { startRun } from '../../platform/durable/runs.ts'
import { requireQuota } from '../organizations/index.ts'
import { restoreRows, subjectOf, type TrashHandler } from '../trash/index.ts'
import { publishServerUpdated } from './servers.events.ts'
import { removeServer } from './servers.references.ts'
import { countServers, hasServerAt } from './servers.repository.ts'

const Facts = z.object({ host: z.string(), port: z.int(), removeProxy: z.boolean() })

export const trashedServers: TrashHandler = {
  async prepare(tx, organizationId) {
    await requireQuota(tx, organizationId, { name: 'servers', count: () => countServers(tx, organizationId) })
    return { servers: { deletion_requested_at: null } }
  },
  announce: (tx, organizationId, item) =>
    publishServerUpdated(tx, organizationId, { id: subjectOf(item, 'srv'), action: 'restored' }),
  async purge(tx, organizationId, item) {
    const { host, port, removeProxy } = Facts.parse(item.facts)
    // It was registered again, and cleaning it up would break that registration.
    if (await hasServerAt(tx, organizationId, { host, port, except: subjectOf(item, 'srv') })) return 'done'
    await restoreRows(tx, { item, changes: { servers: { deletion_requested_at: new Date().toISOString() } } })
    const id = subjectOf(item, 'srv')
    const input = { serverId: id, removeProxy, trashItemId: item.id }
    await startRun(tx, { workflow: removeServer, key: id, input, organizationId })
    return 'started'
  },
}

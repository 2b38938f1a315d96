/**
 * Starts a run for each connector with waiting deliveries. The rows are the outbox: the code that writes them starts
 * nothing and doesn't wait, and a lost wake-up costs a second. A superfluous run finds nothing to do.
 */
import type { Database } from '../../platform/database/database.ts'
import type { Listener } from '../../platform/database/listener.ts'
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import { poller } from '../../platform/durable/poller.ts'
import { startRun } from '../../platform/durable/runs.ts'
import type { Log } from '../../platform/log/log.ts'
import { deliverNotices } from './deliveries.references.ts'
import { type DueConnector, findDueConnectors } from './deliveries.system-repository.ts'

export interface DeliveryPollerOptions {
  database: Database
  listener: Listener
  log: Log
}

/** Events in quick succession are sent by one run. */
const settleMs = 2_000

export function createDeliveryPoller({ database, listener, log }: DeliveryPollerOptions): BackgroundLoop {
  return poller<DueConnector>({
    name: 'notifications',
    everyMs: 1_000,
    log,
    atOnce: 4,
    visitMs: 30_000,
    isTaken: true,
    takeDue: ({ free: limit }) =>
      findDueConnectors(database.systemDb, { object: deliverNotices.object, settleMs, limit }),
    keyOf: ({ id }) => id,
    visit: (due) => startDelivery(database, due),
    wakeBy: (wake) => listener.listen('notice_deliveries', wake),
  })
}

export async function startDelivery(database: Database, { id, organizationId }: DueConnector): Promise<void> {
  await database.tenant(organizationId, async (tx) => {
    await startRun(tx, { workflow: deliverNotices, key: id, input: { connectorId: id }, organizationId })
  })
}

/** Starts scheduled deployments within a second or two of their time. */
import type { Database } from '../../../platform/database/database.ts'
import type { BackgroundLoop } from '../../../platform/durable/loop.ts'
import { poller } from '../../../platform/durable/poller.ts'
import type { Log } from '../../../platform/log/log.ts'
import { type DueScheduled, listDueScheduled } from './scheduled-deployments.system-repository.ts'
import { startScheduled } from './start-scheduled.action.ts'

export function createScheduledDeploymentsPoller({ database, log }: { database: Database; log: Log }): BackgroundLoop {
  return poller<DueScheduled>({
    name: 'scheduled-deployments',
    everyMs: 1_000,
    log,
    atOnce: 4,
    visitMs: 30_000,
    isTaken: true,
    takeDue: ({ free }) => listDueScheduled(database.systemDb, free),
    keyOf: ({ id }) => id,
    visit: (due) => startScheduled(database, due),
  })
}

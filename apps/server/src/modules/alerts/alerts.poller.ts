/**
 * Evaluates every connected server periodically. These evaluations aren't workflow runs, because most find nothing new
 * and write nothing.
 */
import type { Database } from '../../platform/database/database.ts'
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import { poller } from '../../platform/durable/poller.ts'
import type { Log } from '../../platform/log/log.ts'
import type { AlertSources } from './alert-inputs.query.ts'
import { type DueEvaluation, takeDueEvaluations } from './alerts.system-repository.ts'
import { updateAlerts } from './update-alerts.action.ts'

export interface AlertPollerOptions {
  database: Database
  log: Log
  everyMs: number
  sources: AlertSources
}

export function createAlertPoller({ database, log, everyMs, sources }: AlertPollerOptions): BackgroundLoop {
  return poller<DueEvaluation>({
    name: 'alerts',
    everyMs: Math.min(1_000, everyMs),
    log,
    atOnce: 4,
    visitMs: 30_000,
    isTaken: true,
    takeDue: ({ free: limit }) => takeDueEvaluations(database.systemDb, { limit, everyMs }),
    keyOf: ({ serverId }) => serverId,
    visit: (due) => database.tenant(due.organizationId, (tx) => updateAlerts(tx, due, { now: new Date(), sources })),
  })
}

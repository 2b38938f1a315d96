/**
 * Checks what no webhook reports: whether webhooks still exist, branches of environments with polling, and pending
 * commit checks. These checks aren't workflow runs, because most find nothing; a run decides about what they find.
 */
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import { poller } from '../../platform/durable/poller.ts'
import type { Log } from '../../platform/log/log.ts'
import {
  checkOrphansNow,
  type DueAutoDeploy,
  takeDueChecks,
  takeDueHookChecks,
  takeDuePolls,
} from './auto-deploy.system-repository.ts'
import { pollBranch } from './branches.poller.ts'
import { pollChecks } from './commit-checks.poller.ts'
import { ensureWebhook } from './ensure-webhook.remote.ts'
import type { PushWork } from './workflow/push-work.context.ts'

export interface AutoDeployPollersOptions {
  work: PushWork
  log: Log
  hookEveryMs: number
  pollEveryMs: number
}

const checksEveryMs = 10_000

type Visit = (work: PushWork, due: DueAutoDeploy, signal: AbortSignal) => Promise<void>

export function createAutoDeployPollers({
  work,
  log,
  hookEveryMs,
  pollEveryMs,
}: AutoDeployPollersOptions): BackgroundLoop[] {
  const db = work.database.systemDb
  const loop = (name: string, takeDue: (limit: number) => Promise<readonly DueAutoDeploy[]>, visit: Visit) =>
    poller<DueAutoDeploy>({
      name,
      everyMs: 1_000,
      log,
      atOnce: 8,
      visitMs: 45_000,
      isTaken: true,
      takeDue: ({ free }) => takeDue(free),
      keyOf: ({ id }) => id,
      visit: (due, signal) => visit(work, due, signal),
    })
  return [
    loop('commit-checks', (limit) => takeDueChecks(db, { limit, everyMs: checksEveryMs }), pollChecks),
    loop('branch-polls', (limit) => takeDuePolls(db, { limit, everyMs: pollEveryMs }), pollBranch),
    loop(
      'webhooks',
      async (limit) => {
        await checkOrphansNow(db)
        return await takeDueHookChecks(db, { limit, everyMs: hookEveryMs })
      },
      ensureWebhook,
    ),
  ]
}

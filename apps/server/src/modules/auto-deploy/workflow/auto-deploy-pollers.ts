/**
 * Checks what no webhook reports: whether webhooks still exist, branches of environments that poll, checks of commits that wait.
 * These visits are no runs, since most find nothing; what they find is decided by a run.
 */
import type { BackgroundLoop } from '../../../platform/durable/loop.ts'
import { poller } from '../../../platform/durable/poller.ts'
import type { Log } from '../../../platform/log/log.ts'
import {
  type DueLook,
  hastenOrphans,
  takeDueChecks,
  takeDueHookChecks,
  takeDuePolls,
} from '../auto-deploy.system-repository.ts'
import { keepHook } from './ensure-webhook.ts'
import { pollBranch } from './poll-branch.ts'
import { lookAtChecks } from './poll-checks.ts'
import type { PushWork } from './push-work.ts'

export interface LooksOptions {
  work: PushWork
  log: Log
  hookEveryMs: number
  pollEveryMs: number
}

const checksEveryMs = 10_000

type Visit = (work: PushWork, due: DueLook, signal: AbortSignal) => Promise<void>

export function createAutoDeployLoops({ work, log, hookEveryMs, pollEveryMs }: LooksOptions): BackgroundLoop[] {
  const db = work.database.systemDb
  const loop = (name: string, takeDue: (limit: number) => Promise<readonly DueLook[]>, visit: Visit) =>
    poller<DueLook>({
      name,
      everyMs: 1_000,
      log,
      atOnce: 8,
      visitMs: 45_000,
      isTaken: true,
      takeDue: ({ room }) => takeDue(room),
      keyOf: ({ id }) => id,
      visit: (due, signal) => visit(work, due, signal),
    })
  return [
    loop('commit-checks', (limit) => takeDueChecks(db, { limit, everyMs: checksEveryMs }), lookAtChecks),
    loop('branch-polls', (limit) => takeDuePolls(db, { limit, everyMs: pollEveryMs }), pollBranch),
    loop(
      'webhooks',
      async (limit) => {
        await hastenOrphans(db)
        return await takeDueHookChecks(db, { limit, everyMs: hookEveryMs })
      },
      keepHook,
    ),
  ]
}

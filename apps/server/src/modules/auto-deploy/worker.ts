import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { LinkHandler } from '../../platform/link/call.ts'
import type { Log } from '../../platform/log/log.ts'
import { createAutoDeployPollers } from './auto-deploy.poller.ts'
import { createEnsureWebhookCall } from './calls/ensure-webhook.call.ts'
import { createRemoveWebhooks, type RemoveWebhooks } from './remove-webhooks.remote.ts'
import { createDecidePushes } from './workflow/decide-pushes.workflow.ts'
import type { PushWork } from './workflow/push-work.context.ts'

export interface AutoDeployWorker {
  workflows: AnyWorkflow[]
  calls: LinkHandler[]
  /** Background loops that aren't started yet. */
  loops: BackgroundLoop[]
  removeWebhooks: RemoveWebhooks
}

export function createAutoDeployWorker(
  options: PushWork & { log: Log; hookEveryMs: number; pollEveryMs: number },
): AutoDeployWorker {
  const { log, hookEveryMs, pollEveryMs, ...work } = options
  return {
    workflows: [createDecidePushes(work)],
    calls: [createEnsureWebhookCall(work)],
    loops: createAutoDeployPollers({ work, log, hookEveryMs, pollEveryMs }),
    removeWebhooks: createRemoveWebhooks(work),
  }
}

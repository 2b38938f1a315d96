/** Front door of the previews module on the worker's side. */
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { Log } from '../../platform/log/log.ts'
import type { PreviewWork } from './workflow/preview-work.ts'
import { PullRequestLooks } from './workflow/pull-request-looks.ts'
import { createSyncPreview } from './workflow/sync-preview.workflow.ts'

export interface PreviewsWorker {
  workflows: AnyWorkflow[]
  /** Not started. */
  looks: PullRequestLooks
}

export function createPreviewsWorker({
  log,
  lookEveryMs,
  ...work
}: PreviewWork & { log: Log; lookEveryMs: number }): PreviewsWorker {
  return {
    workflows: [createSyncPreview(work)],
    looks: new PullRequestLooks(work, { log, everyMs: lookEveryMs }),
  }
}

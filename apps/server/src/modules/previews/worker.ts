import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { Log } from '../../platform/log/log.ts'
import { createPreviewPollers } from './pull-requests.poller.ts'
import type { PreviewWork } from './workflow/preview-work.context.ts'
import { createSyncPreview } from './workflow/sync-preview.workflow.ts'

export interface PreviewsWorker {
  workflows: AnyWorkflow[]
  /** Not started. */
  loops: BackgroundLoop[]
}

export function createPreviewsWorker({
  log,
  lookEveryMs,
  ...work
}: PreviewWork & { log: Log; lookEveryMs: number }): PreviewsWorker {
  return {
    workflows: [createSyncPreview(work)],
    loops: createPreviewPollers(work, { log, everyMs: lookEveryMs }),
  }
}

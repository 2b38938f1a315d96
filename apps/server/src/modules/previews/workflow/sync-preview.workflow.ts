/**
 * Reconciles a preview with its pull request. Guarantees, whatever crashes and however often it runs:
 *
 * - The provider is asked for the pull request's state; a webhook is only a trigger. A fork never gets anything.
 * - At most `maxOpen` environments per project: the settings' row is locked meanwhile.
 * - Idempotent: it reads the current state. A commit is deployed once for each time that it becomes the head.
 * - One comment per pull request, updated and not repeated.
 * - It never waits for a deployment or a removal: their end starts it again, and so does polling.
 */
import { type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { syncPreview } from '../previews.references.ts'
import type { PreviewWork, SyncInput } from './preview-work.context.ts'
import { applyPullRequest } from './steps/apply-pull-request.step.ts'
import { readPullRequest } from './steps/read-pull-request.step.ts'
import { reportPreview } from './steps/report-preview.step.ts'
import { seed } from './steps/seed.step.ts'

export function createSyncPreview(work: PreviewWork): Workflow<SyncInput> {
  const read = readPullRequest(work)
  return workflow(syncPreview, [read, applyPullRequest(work, { read }), seed(work), reportPreview(work)])
}

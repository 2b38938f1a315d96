/**
 * Brings a preview in line with its pull request. What holds, whatever dies and whoever calls:
 *
 * - The forge is asked how the pull request is; what a webhook said only made us look. A fork's never gets anything.
 * - At most `maxOpen` environments per project: whoever settles holds the settings' row.
 * - Doing it again is no change: it reads how things are. A commit is deployed once for each time that it becomes the head.
 * - One comment per pull request, changed and not repeated.
 * - It never waits for a deployment or a removal: their end starts it again, and so does a regular look at the forge.
 */
import { type Workflow, workflow } from '../../../platform/durable/workflow.ts'
import { syncPreview } from '../preview-workflows.ts'
import type { PreviewWork, SyncInput } from './preview-work.ts'
import { applyPullRequest } from './steps/apply-pull-request.ts'
import { readPullRequest } from './steps/read-pull-request.ts'
import { reportPreview } from './steps/report-preview.ts'
import { seed } from './steps/seed.ts'

export function createSyncPreview(work: PreviewWork): Workflow<SyncInput> {
  const looked = readPullRequest(work)
  return workflow(syncPreview, [looked, applyPullRequest(work, { look: looked }), seed(work), reportPreview(work)])
}

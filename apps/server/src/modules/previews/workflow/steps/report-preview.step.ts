/**
 * Writes our comment in the pull request once, then updates it. A provider that rejects it doesn't block the preview.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Step, type StepContext, step } from '../../../../platform/durable/workflow.ts'
import { AppError } from '../../../../platform/errors/app-error.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import { pageLinks, toUrl } from '../../../../platform/links/page-links.policy.ts'
import { findNewestDeployment } from '../../../deployments/index.ts'
import { findEnvironment } from '../../../environments/index.ts'
import { requireProject } from '../../../projects/index.ts'
import { type CommentFacts, commentOf, markerOf } from '../../preview-comment.policy.ts'
import { savePollResult } from '../../preview-settings.repository.ts'
import { findPreview, updatePreview } from '../../previews.repository.ts'
import { findAccountRef, type PreviewWork, type SyncInput, subjectOf } from '../preview-work.context.ts'

const Reported = z.object({ isNew: z.boolean() })

export function reportPreview(work: PreviewWork): Step<SyncInput, z.output<typeof Reported>> {
  return step<SyncInput, z.output<typeof Reported>>({
    name: 'tell',
    output: Reported,
    deadlineMs: 60_000,
    retriesDeadline: true,
    attempts: 30,
    run: (context) => putComment(work, context),
  })
}

async function putComment(work: PreviewWork, context: StepContext<SyncInput>): Promise<z.output<typeof Reported>> {
  const { organizationId, id } = subjectOf(context)
  const preview = await work.database.tenant(organizationId, (tx) => findPreview(tx, organizationId, { id }))
  if (preview === undefined) return { isNew: false }
  const ref = await findAccountRef(work.database, organizationId, preview.project_id)
  const text = commentOf(await readFacts(work, context))
  const digest = text === null ? null : createHash('sha256').update(text).digest('hex')
  if (ref === null || text === null || digest === null || digest === preview.comment_digest) return { isNew: false }
  const { number, project_id: projectId } = preview
  const comment = { number, id: preview.comment_id, marker: markerOf(encodeId('pvw', id)), text }
  try {
    const { id: commentId } = await work.sources.putComment(organizationId, ref, comment, context)
    context.record((tx) => updatePreview(tx, organizationId, { id, comment_id: commentId, comment_digest: digest }))
    return { isNew: true }
  } catch (error) {
    if (!(error instanceof AppError) || error.problem.status >= 500) throw error
    const detail = `The Git provider rejected the comment in pull request ${number}: ${error.message}`
    const problem = { code: 'comment_refused', detail }
    context.record((tx) => savePollResult(tx, organizationId, { projectId, problem, isPoll: false }))
    return { isNew: false }
  }
}

async function readFacts(work: PreviewWork, context: StepContext<SyncInput>): Promise<CommentFacts> {
  const { organizationId, id } = subjectOf(context)
  return await work.database.tenant(organizationId, async (tx) => {
    const preview = await findPreview(tx, organizationId, { id })
    if (preview === undefined) throw new Error(`preview ${id} is gone`)
    const project = await requireProject(tx, organizationId, preview.project_id)
    const environment =
      preview.environment_id === null ? undefined : await findEnvironment(tx, organizationId, preview.environment_id)
    const deployment =
      environment === undefined ? undefined : await findNewestDeployment(tx, organizationId, environment.id)
    const environmentId = environment === undefined ? '' : encodeId('env', environment.id)
    return {
      previewId: encodeId('pvw', id),
      projectName: project.name,
      status: preview.status,
      reason: preview.reason,
      sha: preview.sha,
      address: environment === undefined ? null : await work.addressOf(tx, organizationId, environment.id),
      isLive: environment?.live_deployment_id != null,
      deployment:
        deployment === undefined
          ? null
          : {
              number: deployment.number,
              status: deployment.status,
              failure: deployment.error?.title ?? null,
              url: toUrl(work.publicUrl, pageLinks.deployment(environmentId, encodeId('dep', deployment.id))),
            },
      seed: preview.seed_status,
      expiresAt: preview.expires_at,
    }
  })
}

/** Asks the provider for the current pull request: a webhook may be late, out of order, or forged. */
import { z } from 'zod'
import { type Step, type StepContext, step } from '../../../../platform/durable/workflow.ts'
import { AppError } from '../../../../platform/errors/app-error.ts'
import { gitProviderProblems } from '../../../git-providers/index.ts'
import type { PullRequest, RepositoryRef } from '../../../git-providers/worker.ts'
import { loadPreview, type PreviewWork, type SyncInput, subjectOf } from '../preview-work.context.ts'

export const PullRequestState = z.object({
  /** False if no provider could be asked. */
  isAsked: z.boolean(),
  /** Null if no pull request has this number. */
  pull: z
    .object({
      isOpen: z.boolean(),
      title: z.string(),
      url: z.string(),
      repositoryId: z.string(),
      headRepositoryId: z.string().nullable(),
      branch: z.string(),
      sha: z.string(),
    })
    .nullable(),
})
export type PullRequestState = z.output<typeof PullRequestState>

export function readPullRequest(work: PreviewWork): Step<SyncInput, PullRequestState> {
  return step<SyncInput, PullRequestState>({
    name: 'look',
    output: PullRequestState,
    deadlineMs: 60_000,
    retriesDeadline: true,
    attempts: 30,
    async run(context) {
      const loaded = await loadPreview(work, subjectOf(context))
      if (loaded === null || loaded.ref === null || !loaded.settings.is_enabled) return { isAsked: false, pull: null }
      const pull = await ask(work, context, { ref: loaded.ref, number: loaded.preview.number })
      return { isAsked: true, pull: pull === null ? null : toPullRequestState(pull) }
    },
  })
}

async function ask(
  { sources }: PreviewWork,
  context: StepContext<SyncInput>,
  { ref, number }: { ref: RepositoryRef; number: number },
): Promise<PullRequest | null> {
  const { organizationId } = subjectOf(context)
  try {
    return await sources.pullRequest(organizationId, ref, number, context)
  } catch (error) {
    const isAbsent = error instanceof AppError && error.problem.code === gitProviderProblems.repository_not_found.code
    if (!isAbsent) throw error
    // The pull request counts as deleted only if its repository still exists: lost access must not remove a preview.
    await sources.describe(organizationId, ref, context)
    return null
  }
}

function toPullRequestState({
  isOpen,
  title,
  url,
  repositoryId,
  head,
}: PullRequest): NonNullable<PullRequestState['pull']> {
  const { repositoryId: headRepositoryId, branch, sha } = head
  return { isOpen, title, url, repositoryId, headRepositoryId, branch, sha }
}

/**
 * Regular looks at the open pull requests of projects with previews: for forges that cannot reach us, for webhooks that got lost, and
 * for previews whose time is over. What is as it was costs one question and writes one small row.
 */
import type { Database } from '../../../platform/database/database.ts'
import { Loop } from '../../../platform/durable/loop.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { ListedPullRequest, RepositoryRef } from '../../git-providers/worker.ts'
import { findPreviewSettings, saveLook } from '../preview-settings.repository.ts'
import { startSync } from '../preview-workflows.ts'
import { isOwn } from '../previews.policy.ts'
import { ensurePreview, listUnclosedPreviews, type PreviewRow } from '../previews.repository.ts'
import { type DueLook, takeDueLooks, takeExpiredPreviews } from '../previews.system-repository.ts'
import { findAccountRef, type PreviewWork } from './preview-work.ts'

const atOnce = 5
const maximumPages = 5
const lookDeadlineMs = 30_000
const roundMs = 2_000

export class PullRequestLooks implements AsyncDisposable {
  readonly #loop: Loop

  constructor(work: PreviewWork, { log, everyMs }: { log: Log; everyMs: number }) {
    this.#loop = new Loop({ name: 'pull-request-looks', everyMs: Math.min(roundMs, everyMs), log }, (signal) =>
      goRound(work, { everyMs, signal }),
    )
  }

  start(): void {
    this.#loop.start()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]()
  }
}

export async function goRound(work: PreviewWork, options: { everyMs: number; signal: AbortSignal }): Promise<void> {
  const { database } = work
  const { everyMs, signal } = options
  for (const { organizationId, id } of await takeExpiredPreviews(database.systemDb, 20))
    await database.tenant(organizationId, (tx) => startSync(tx, organizationId, id))
  const due = await takeDueLooks(database.systemDb, { limit: atOnce, everyMs })
  await Promise.all(due.map((each) => lookAt(work, each, signal)))
}

async function lookAt(work: PreviewWork, due: DueLook, stop: AbortSignal): Promise<void> {
  const { database } = work
  const { organizationId, projectId } = due
  try {
    const ref = await findAccountRef(database, organizationId, projectId)
    if (ref === null) return
    const signal = AbortSignal.any([stop, AbortSignal.timeout(lookDeadlineMs)])
    await compare(database, due, await listOpen(work, due, { ref, signal }))
  } catch (error) {
    if (stop.aborted || !(error instanceof AppError)) throw error
    const problem = { code: error.problem.code, detail: error.message }
    await database.tenant(organizationId, (tx) => saveLook(tx, organizationId, { projectId, problem, isLook: false }))
  }
}

interface Open {
  pulls: ListedPullRequest[]
  /** False: there are more than were read, so that what is missing may be there. */
  isAll: boolean
}

async function listOpen(
  { sources }: PreviewWork,
  { organizationId }: DueLook,
  { ref, signal }: { ref: RepositoryRef; signal: AbortSignal },
): Promise<Open> {
  const pulls: ListedPullRequest[] = []
  let cursor: string | null = null
  for (let page = 0; page < maximumPages; page += 1) {
    const listing: Awaited<ReturnType<typeof sources.openPullRequests>> = await sources.openPullRequests(
      organizationId,
      ref,
      { cursor },
      { signal },
    )
    pulls.push(...listing.items)
    cursor = listing.next
    if (cursor === null) return { pulls, isAll: listing.dropped === 0 }
  }
  return { pulls, isAll: false }
}

async function compare(database: Database, due: DueLook, { pulls, isAll }: Open): Promise<void> {
  const { organizationId, projectId } = due
  await database.tenant(organizationId, async (tx) => {
    const settings = await findPreviewSettings(tx, organizationId, projectId)
    if (settings === undefined || !settings.is_enabled) return
    const known = await listUnclosedPreviews(tx, organizationId, projectId)
    const byNumber = new Map(known.map((preview) => [preview.number, preview]))
    const own = pulls.filter((pull) => isOwn(pull, settings.repository_id))
    for (const pull of own) {
      const preview = byNumber.get(pull.number)
      if (preview !== undefined && !isDue(preview, pull)) continue
      await startSync(
        tx,
        organizationId,
        preview?.id ?? (await ensurePreview(tx, organizationId, { projectId, number: pull.number })),
      )
    }
    const open = new Set(own.map(({ number }) => number))
    const gone = isAll ? known.filter(({ number }) => !open.has(number)) : []
    for (const preview of gone) await startSync(tx, organizationId, preview.id)
    const isOther =
      pulls.length > 0 &&
      pulls.every(
        ({ repositoryId }) => !isOwn({ repositoryId, headRepositoryId: repositoryId }, settings.repository_id),
      )
    await saveLook(tx, organizationId, {
      projectId,
      problem: isOther ? changed : keptProblem(settings.problem),
      isLook: true,
    })
  })
}

/** One that was refused is tried again: there may be a place by now. */
function isDue(preview: PreviewRow, pull: ListedPullRequest): boolean {
  if (preview.status === 'expired' || preview.status === 'open') return preview.sha?.startsWith(pull.headSha) !== true
  return true
}

const changed = {
  code: 'repository_changed',
  detail: 'Another repository has the name of the one that is linked. Save the settings again if it is the right one.',
}

/** A refused comment stands until the settings are saved again; what a look said before is over. */
function keptProblem<Problem extends { code: string } | null>(problem: Problem): Problem | null {
  return problem?.code === 'comment_refused' ? problem : null
}

/**
 * Polls the open pull requests of projects with previews: for providers that can't reach us, for lost webhooks, and for
 * expired previews. An unchanged project costs one request and writes one small row.
 */
import type { Database } from '../../platform/database/database.ts'
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import { poller } from '../../platform/durable/poller.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ListedPullRequest, RepositoryRef } from '../git-providers/worker.ts'
import { findPreviewSettings, savePollResult } from './preview-settings.repository.ts'
import { isSameRepository } from './previews.policy.ts'
import { ensurePreview, listUnclosedPreviews, type PreviewRow } from './previews.repository.ts'
import { type DuePoll, type ExpiredPreview, takeDuePolls, takeExpiredPreviews } from './previews.system-repository.ts'
import { startSync } from './start-sync.action.ts'
import { findAccountRef, type PreviewWork } from './workflow/preview-work.context.ts'

const maximumPages = 5

export interface PreviewPollersOptions {
  log: Log
  /** Interval between two checks of a project's pull requests. */
  everyMs: number
}

export function createPreviewPollers(work: PreviewWork, { log, everyMs }: PreviewPollersOptions): BackgroundLoop[] {
  const { systemDb } = work.database
  const shared = { everyMs: Math.min(2_000, everyMs), log, atOnce: 5, visitMs: 30_000, isTaken: true }
  return [
    poller<ExpiredPreview>({
      ...shared,
      name: 'preview-expiry',
      takeDue: ({ free }) => takeExpiredPreviews(systemDb, free),
      keyOf: ({ id }) => id,
      visit: (due) => expirePreview(work, due),
    }),
    poller<DuePoll>({
      ...shared,
      name: 'pull-requests',
      takeDue: ({ free: limit }) => takeDuePolls(systemDb, { limit, everyMs }),
      keyOf: ({ projectId }) => projectId,
      visit: (due, signal) => pollPullRequests(work, due, signal),
    }),
  ]
}

export async function expirePreview({ database }: PreviewWork, due: ExpiredPreview): Promise<void> {
  const { organizationId, id } = due
  await database.tenant(organizationId, (tx) => startSync(tx, organizationId, id))
}

export async function pollPullRequests(work: PreviewWork, due: DuePoll, signal: AbortSignal): Promise<void> {
  const { database } = work
  const { organizationId, projectId } = due
  try {
    const ref = await findAccountRef(database, organizationId, projectId)
    if (ref === null) return
    await compare(database, due, await listOpen(work, due, { ref, signal }))
  } catch (error) {
    const isStopped = signal.aborted && signal.reason?.name !== 'TimeoutError'
    if (isStopped || !(error instanceof AppError)) throw error
    const problem = { code: error.problem.code, detail: error.message }
    await database.tenant(organizationId, (tx) =>
      savePollResult(tx, organizationId, { projectId, problem, isPoll: false }),
    )
  }
}

interface Open {
  pulls: ListedPullRequest[]
  /** False if there are more than were read, so that a missing one may still exist. */
  isAll: boolean
}

async function listOpen(
  { sources }: PreviewWork,
  { organizationId }: DuePoll,
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

async function compare(database: Database, due: DuePoll, { pulls, isAll }: Open): Promise<void> {
  const { organizationId, projectId } = due
  await database.tenant(organizationId, async (tx) => {
    const settings = await findPreviewSettings(tx, organizationId, projectId)
    if (settings === undefined || !settings.is_enabled) return
    const known = await listUnclosedPreviews(tx, organizationId, projectId)
    const byNumber = new Map(known.map((preview) => [preview.number, preview]))
    const own = pulls.filter((pull) => isSameRepository(pull, settings.repository_id))
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
        ({ repositoryId }) =>
          !isSameRepository({ repositoryId, headRepositoryId: repositoryId }, settings.repository_id),
      )
    await savePollResult(tx, organizationId, {
      projectId,
      problem: isOther ? changed : keptProblem(settings.problem),
      isPoll: true,
    })
  })
}

/** A refused preview is retried, because there may be capacity by now. */
function isDue(preview: PreviewRow, pull: ListedPullRequest): boolean {
  if (preview.status === 'expired' || preview.status === 'open') return preview.sha?.startsWith(pull.headSha) !== true
  return true
}

const changed = {
  code: 'repository_changed',
  detail:
    "A different repository now has the linked repository's name. If it's the right one, save the settings again.",
}

/** A problem with comments stays until the settings are saved again; a problem from polling is over. */
function keptProblem<Problem extends { code: string } | null>(problem: Problem): Problem | null {
  return problem?.code === 'comment_refused' ? problem : null
}

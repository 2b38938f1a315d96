/** Pull requests and our comments in them; GitLab calls them merge requests. */
import type { Call, Listing, RepositoryName } from './provider-call.client.ts'
import { ProviderError } from './provider-error.client.ts'

export interface PullRequest {
  number: number
  isOpen: boolean
  title: string
  /** Web URL. */
  url: string
  /** Repository that the pull request is in. */
  repositoryId: string
  /** Source of the changes. A fork is another repository; null if it was deleted. */
  head: { repositoryId: string | null; branch: string; sha: string }
}

export interface ListedPullRequest {
  number: number
  repositoryId: string
  headRepositoryId: string | null
  /** Some providers return only its beginning. */
  headSha: string
}

export interface PullRequestComment {
  /** Null if unknown. Then a comment with the marker is searched for before a new one is created. */
  id: string | null
  /** Part of the comment's text; no other comment contains it. */
  marker: string
  text: string
}

export interface PullRequestClient {
  pullRequest(name: RepositoryName, number: number, call: Call): Promise<PullRequest>
  openPullRequests(
    name: RepositoryName,
    page: { cursor: string | null },
    call: Call,
  ): Promise<Listing<ListedPullRequest>>
  /** Creates one comment, then updates it. */
  putComment(name: RepositoryName, number: number, comment: PullRequestComment, call: Call): Promise<{ id: string }>
}

export interface CommentCalls {
  /** Returns one page with raw texts. */
  list(page: number): Promise<{ items: { id: string; text: string }[]; hasNext: boolean }>
  create(text: string): Promise<{ id: string }>
  update(id: string, text: string): Promise<unknown>
}

/** Our comment is among the first of any pull request. */
const maximumPages = 3

export async function putComment(calls: CommentCalls, comment: PullRequestComment): Promise<{ id: string }> {
  const { id, marker, text } = comment
  if (id !== null && (await isUpdated(calls, id, text))) return { id }
  const found = id === null ? await findByMarker(calls, marker) : null
  if (found === null) return await calls.create(text)
  await calls.update(found, text)
  return { id: found }
}

/** Returns false if the comment was deleted. */
async function isUpdated(calls: CommentCalls, id: string, text: string): Promise<boolean> {
  try {
    await calls.update(id, text)
    return true
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'not_found') return false
    throw error
  }
}

async function findByMarker(calls: CommentCalls, marker: string): Promise<string | null> {
  for (let page = 1; page <= maximumPages; page += 1) {
    const { items, hasNext } = await calls.list(page)
    const found = items.find(({ text }) => text.includes(marker))
    if (found !== undefined) return found.id
    if (!hasNext) return null
  }
  return null
}

/** Reads a verified webhook body into our own event type. Returns null for events that Longshore ignores. Pure. */

import { parseSafely } from '../../platform/errors/parse-safely.ts'
import type { ProviderKind } from '../git-providers/git-providers.schemas.ts'
import type { PullRequestEvent, PushEvent, WebhookEvent } from './webhook-events.schemas.ts'
import {
  BitbucketPullRequestBody,
  BitbucketPushBody,
  type CommitBody,
  GitlabPushBody,
  MergeRequestBody,
  PullRequestBody,
  PushBody,
} from './webhook-payloads.schemas.ts'

const maximumPaths = 3_000

/** `branch` selects one of the branches that Bitbucket reports in a single event. */
export function readWebhookEvent(
  kind: ProviderKind,
  { name, body }: { name: string; body: unknown },
  branch: string | null,
): WebhookEvent | null {
  switch (kind) {
    case 'github':
    case 'gitea':
      if (name === 'push') return readPush(body)
      return name === 'pull_request' ? readPullRequest(body) : null
    case 'gitlab':
      if (name === 'Push Hook') return readGitlabPush(body)
      return name === 'Merge Request Hook' ? readMergeRequest(body) : null
    case 'bitbucket':
      if (name === 'repo:push') return readBitbucketPush(body, branch)
      return name.startsWith('pullrequest:') ? readBitbucketPullRequest(name, body) : null
  }
}

function readPush(body: unknown): PushEvent | null {
  const push = parseSafely(PushBody, body).data
  if (push === undefined) return null
  const { ref, after, repository, forced, commits } = push
  const head = push.head_commit ?? commits?.find(({ id }) => id === after) ?? null
  const isWhole = !forced && !push.created && commits != null && commits.length >= (push.total_commits ?? 0)
  return {
    kind: 'push',
    repository,
    ref,
    commit: push.deleted || isNothing(after) ? null : commitOf(after, head),
    changedPaths: isWhole ? pathsOf(commits) : null,
    isForced: forced,
  }
}

function readGitlabPush(body: unknown): PushEvent | null {
  const push = parseSafely(GitlabPushBody, body).data
  if (push === undefined) return null
  const { ref, after, before, project, commits } = push
  const isNew = before == null || isNothing(before)
  const isWhole = !isNew && commits != null && commits.length >= (push.total_commits_count ?? 0)
  return {
    kind: 'push',
    repository: project,
    ref,
    commit: isNothing(after) ? null : commitOf(after, commits?.find(({ id }) => id === after) ?? null),
    changedPaths: isWhole ? pathsOf(commits) : null,
    isForced: false,
  }
}

function readBitbucketPush(body: unknown, branch: string | null): PushEvent | null {
  const push = parseSafely(BitbucketPushBody, body).data
  if (push === undefined) return null
  const ofBranches = push.push.changes.filter((change) => (change.new ?? change.old)?.type === 'branch')
  const nameOf = (change: (typeof ofBranches)[number]) => (change.new ?? change.old)?.name ?? ''
  const change = ofBranches.find((each) => nameOf(each) === branch) ?? ofBranches[0]
  if (change === undefined) return null
  const tip = change.new?.target
  const author = tip?.author?.raw.split('<')[0]?.trim() ?? ''
  return {
    kind: 'push',
    repository: push.repository,
    ref: `refs/heads/${nameOf(change)}`,
    commit: tip === undefined ? null : { sha: tip.hash, message: tip.message.trimEnd(), author },
    // Bitbucket doesn't list the changed files.
    changedPaths: null,
    isForced: change.forced,
  }
}

const actions: Readonly<Record<string, PullRequestEvent['action']>> = {
  opened: 'opened',
  reopened: 'opened',
  open: 'opened',
  reopen: 'opened',
  synchronize: 'updated',
  synchronized: 'updated',
  update: 'updated',
  closed: 'closed',
  close: 'closed',
  merge: 'closed',
  'pullrequest:created': 'opened',
  'pullrequest:updated': 'updated',
  'pullrequest:fulfilled': 'closed',
  'pullrequest:rejected': 'closed',
}

function actionOf(word: string): PullRequestEvent['action'] | undefined {
  return Object.hasOwn(actions, word) ? actions[word] : undefined
}

function readPullRequest(body: unknown): PullRequestEvent | null {
  const asked = parseSafely(PullRequestBody, body).data
  const action = asked === undefined ? undefined : actionOf(asked.action)
  if (asked === undefined || action === undefined) return null
  const { title, html_url: url, head, base } = asked.pull_request
  return {
    kind: 'pull-request',
    action,
    repository: asked.repository,
    number: asked.number,
    title,
    url,
    head: { repository: head.repo ?? null, branch: head.ref, sha: head.sha },
    base: { branch: base.ref },
  }
}

function readMergeRequest(body: unknown): PullRequestEvent | null {
  const asked = parseSafely(MergeRequestBody, body).data
  if (asked === undefined) return null
  const { object_attributes: request, project } = asked
  const action = actionOf(request.action ?? '')
  // Without a new commit, only the title, labels, or reviewers changed.
  if (action === undefined || (action === 'updated' && request.oldrev == null)) return null
  const { source_project_id: id, source } = request
  return {
    kind: 'pull-request',
    action,
    repository: project,
    number: request.iid,
    title: request.title,
    url: request.url,
    head: {
      repository: id == null ? null : { id, fullName: source?.path_with_namespace ?? '' },
      branch: request.source_branch,
      sha: request.last_commit.id,
    },
    base: { branch: request.target_branch },
  }
}

function readBitbucketPullRequest(name: string, body: unknown): PullRequestEvent | null {
  const asked = parseSafely(BitbucketPullRequestBody, body).data
  const action = actionOf(name)
  if (asked === undefined || action === undefined) return null
  const { id, title, links, source, destination } = asked.pullrequest
  return {
    kind: 'pull-request',
    action,
    repository: asked.repository,
    number: id,
    title,
    url: links?.html.href ?? '',
    head: { repository: source.repository ?? null, branch: source.branch.name, sha: source.commit.hash },
    base: { branch: destination.branch.name },
  }
}

function commitOf(sha: string, head: CommitBody | null): NonNullable<PushEvent['commit']> {
  const isTip = head?.id === sha
  return { sha, message: isTip ? head.message.trimEnd() : '', author: isTip ? (head.author?.name ?? '') : '' }
}

/** Returns null when the provider lists no paths, or too many to store. */
function pathsOf(commits: readonly CommitBody[]): string[] | null {
  if (commits.length === 0) return null
  const paths = new Set(
    commits.flatMap(({ added, removed, modified }) => [added, removed, modified].flatMap((each) => each ?? [])),
  )
  if (paths.size === 0 || paths.size > maximumPaths) return null
  return [...paths].map((path) => path.toWellFormed().replaceAll('\0', ''))
}

/** All zeros mean that the commit no longer exists. */
function isNothing(sha: string): boolean {
  return /^0+$/.test(sha)
}

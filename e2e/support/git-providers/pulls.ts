/** Pull requests, comments and deployment records of fake Git providers. */

import type { Answered, Asked } from './fake-git-provider.ts'
import type { FakePull, FakeRepository, GitProviderModel } from './model.ts'
import { cut, pathWithPage } from './paging.ts'

export function addPull(
  repository: FakeRepository,
  options: { branch: string; sha: string; headRepositoryId?: number | null; isOpen?: boolean },
): FakePull {
  const { branch, sha, headRepositoryId = repository.id, isOpen = true } = options
  const number = repository.pulls.length + 1
  const pull = { number, isOpen, title: `Change ${number}`, headRepositoryId, branch, sha, comments: [] }
  repository.pulls.push(pull)
  return pull
}

export function findPull(repository: FakeRepository, number: string | undefined): FakePull | undefined {
  return repository.pulls.find((pull) => String(pull.number) === number)
}

export function addComment(model: GitProviderModel, pull: FakePull, text: string): number {
  model.nextId += 1
  pull.comments.push({ id: model.nextId, text })
  return model.nextId
}

/** False if there is none. */
export function changeComment(repository: FakeRepository, id: string | undefined, text: string): boolean {
  const comment = repository.pulls.flatMap(({ comments }) => comments).find((each) => String(each.id) === id)
  if (comment === undefined) return false
  comment.text = text
  return true
}

const notFound: Answered = { status: 404, body: { message: 'Not Found' } }

/** `pulls` and `issues` of GitHub. */
export function answerGithubPulls(model: GitProviderModel, repository: FakeRepository, asked: Asked, rest: string[]) {
  const [what, detail, part] = rest
  if (what === 'issues' && detail === 'comments')
    return changeComment(repository, part, asked.body.body) ? { status: 200, body: {} } : notFound
  if (what === 'pulls' && detail === undefined) {
    const open = repository.pulls.filter(({ isOpen }) => isOpen)
    const { items, page, hasNext } = cut(open, asked, 'per_page')
    const headers: Record<string, string> = hasNext ? { link: `<${pathWithPage(asked, page + 1)}>; rel="next"` } : {}
    return { status: 200, headers, body: items.map((pull) => toGithub(repository, pull)) }
  }
  const pull = findPull(repository, detail)
  if (pull === undefined) return notFound
  if (what === 'pulls') return { status: 200, body: toGithub(repository, pull) }
  if (asked.method === 'GET') return { status: 200, body: pull.comments.map(({ id, text }) => ({ id, body: text })) }
  return { status: 201, body: { id: addComment(model, pull, asked.body.body) } }
}

function toGithub(repository: FakeRepository, pull: FakePull): unknown {
  const { number, isOpen, title, branch, sha, headRepositoryId } = pull
  return {
    number,
    title,
    state: isOpen ? 'open' : 'closed',
    html_url: `https://elsewhere.example/${number}`,
    head: { ref: branch, sha, repo: headRepositoryId === null ? null : { id: headRepositoryId } },
    base: { ref: repository.defaultBranch, repo: { id: repository.id } },
  }
}

/** `deployments` of GitHub. */
export function answerDeployments(
  model: GitProviderModel,
  repository: FakeRepository,
  { asked, id }: { asked: Asked; id: string | undefined },
): Answered {
  if (id !== undefined) {
    const found = repository.deployments.find((each) => String(each.id) === id)
    found?.states.push(asked.body.state)
    return found === undefined ? notFound : { status: 201, body: { id: 1 } }
  }
  if (asked.method === 'GET') {
    const wanted = repository.deployments.filter(
      ({ ref, environment }) => ref === asked.query.get('sha') && environment === asked.query.get('environment'),
    )
    return { status: 200, body: wanted.map(({ id: known, payload }) => ({ id: known, payload })) }
  }
  model.nextId += 1
  const { ref, environment, payload } = asked.body
  repository.deployments.push({ id: model.nextId, ref, environment, payload, states: [] })
  return { status: 201, body: { id: model.nextId } }
}

/** `merge_requests` of GitLab. */
export function answerMergeRequests(
  model: GitProviderModel,
  repository: FakeRepository,
  { asked, rest }: { asked: Asked; rest: string[] },
): Answered {
  const [, number, notes, noteId] = rest
  if (number === undefined) {
    const open = repository.pulls.filter(({ isOpen }) => isOpen)
    const { items, page, hasNext } = cut(open, asked, 'per_page')
    const headers = { 'x-next-page': hasNext ? String(page + 1) : '' }
    return { status: 200, headers, body: items.map((pull) => toGitlab(repository, pull)) }
  }
  const pull = findPull(repository, number)
  if (pull === undefined) return notFound
  if (notes === undefined) return { status: 200, body: toGitlab(repository, pull) }
  if (noteId !== undefined)
    return changeComment(repository, noteId, asked.body.body) ? { status: 200, body: {} } : notFound
  if (asked.method === 'GET') return { status: 200, body: pull.comments.map(({ id, text }) => ({ id, body: text })) }
  return { status: 201, body: { id: addComment(model, pull, asked.body.body) } }
}

function toGitlab(repository: FakeRepository, pull: FakePull): unknown {
  return {
    id: 10_000 + pull.number,
    iid: pull.number,
    title: pull.title,
    state: pull.isOpen ? 'opened' : 'merged',
    source_branch: pull.branch,
    target_branch: repository.defaultBranch,
    sha: pull.sha,
    source_project_id: pull.headRepositoryId,
    target_project_id: repository.id,
  }
}

/** `pullrequests` of Bitbucket. */
export function answerPullrequests(
  model: GitProviderModel,
  repository: FakeRepository,
  { asked, rest, uuidOf }: { asked: Asked; rest: string[]; uuidOf: (id: number) => string },
): Answered {
  const [, number, comments, commentId] = rest
  const toItem = (pull: FakePull) => toBitbucket(repository, pull, uuidOf)
  if (number === undefined) {
    const open = repository.pulls.filter(({ isOpen }) => isOpen)
    const { items, page, hasNext } = cut(open, asked, 'pagelen')
    const next = hasNext ? { next: pathWithPage(asked, page + 1) } : {}
    return { status: 200, body: { values: items.map(toItem), ...next } }
  }
  const pull = findPull(repository, number)
  if (pull === undefined) return notFound
  if (comments === undefined) return { status: 200, body: toItem(pull) }
  if (commentId !== undefined)
    return changeComment(repository, commentId, asked.body.content.raw) ? { status: 200, body: {} } : notFound
  if (asked.method === 'GET')
    return { status: 200, body: { values: pull.comments.map(({ id, text }) => ({ id, content: { raw: text } })) } }
  return { status: 201, body: { id: addComment(model, pull, asked.body.content.raw) } }
}

function toBitbucket(repository: FakeRepository, pull: FakePull, uuidOf: (id: number) => string): unknown {
  const { headRepositoryId } = pull
  return {
    id: pull.number,
    title: pull.title,
    state: pull.isOpen ? 'OPEN' : 'DECLINED',
    source: {
      branch: { name: pull.branch },
      // Bitbucket shortens it.
      commit: { hash: pull.sha.slice(0, 12) },
      repository: headRepositoryId === null ? null : { uuid: uuidOf(headRepositoryId) },
    },
    destination: { branch: { name: repository.defaultBranch }, repository: { uuid: uuidOf(repository.id) } },
  }
}

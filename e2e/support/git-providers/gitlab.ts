/** GitLab's dialect, from its public REST documentation (v4). */

import { type Answered, type Asked, type FakeGitProvider, startFakeGitProvider } from './fake-git-provider.ts'
import {
  type FakeRepository,
  findByFormerName,
  findByName,
  type GitProviderModel,
  latestStatuses,
  resolveRef,
} from './model.ts'
import { cut } from './paging.ts'
import { answerMergeRequests } from './pulls.ts'

export async function startGitlab(model: GitProviderModel): Promise<FakeGitProvider> {
  return await startFakeGitProvider('/api/v4', (asked) => answer(model, asked))
}

const notFound: Answered = { status: 404, body: { message: '404 Project Not Found' } }

function answer(model: GitProviderModel, asked: Asked): Answered {
  const [first, second, ...rest] = asked.segments
  const { authorization } = asked.headers
  if (authorization !== `Bearer ${model.token}`) return { status: 401, body: { message: '401 Unauthorized' } }
  if (first === 'user') return { status: 200, body: { id: model.account.id, username: model.account.login } }
  if (first === 'personal_access_tokens') return { status: 200, body: { id: 1, scopes: model.scopes } }
  if (first !== 'projects') return notFound
  if (second === undefined) return listProjects(model, asked)
  // GitLab itself responds under former names.
  const repository = findByName(model, second) ?? findByFormerName(model, second)
  return repository === undefined ? notFound : answerProject(model, repository, { asked, rest })
}

function listProjects(model: GitProviderModel, asked: Asked): Answered {
  const search = asked.query.get('search')?.toLowerCase() ?? ''
  const found = model.repositories.filter(({ fullName }) => fullName.toLowerCase().includes(search))
  const { items, page, hasNext } = cut(found, asked, 'per_page')
  return { status: 200, headers: { 'x-next-page': hasNext ? String(page + 1) : '' }, body: items.map(toItem) }
}

function toItem(repository: FakeRepository): unknown {
  return {
    id: repository.id,
    path_with_namespace: repository.fullName,
    default_branch: repository.branches.size === 0 ? null : repository.defaultBranch,
    visibility: repository.isPrivate ? 'private' : 'public',
    archived: repository.isArchived,
    empty_repo: repository.branches.size === 0,
    description: repository.description,
    last_activity_at: repository.pushedAt.toISOString(),
    web_url: `https://elsewhere.example/${repository.fullName}`,
  }
}

function answerProject(
  model: GitProviderModel,
  repository: FakeRepository,
  { asked, rest }: { asked: Asked; rest: string[] },
): Answered {
  const [what, part, ref] = rest
  if (what === undefined) return { status: 200, body: toItem(repository) }
  if (what === 'repository' && part === 'branches') return listBranches(repository, asked)
  if (what === 'repository' && part === 'commits' && rest[3] === 'statuses') {
    const latest = latestStatuses(repository, ref ?? '')
    return { status: 200, body: latest.map(({ context, state }) => ({ name: context, status: state })) }
  }
  if (what === 'repository' && part === 'commits') return showCommit(repository, ref ?? '')
  if (what === 'merge_requests') return answerMergeRequests(model, repository, { asked, rest })
  if (what === 'statuses') {
    repository.statuses.push({ sha: part ?? '', state: asked.body.state, context: asked.body.name })
    return { status: 201, body: { id: 1 } }
  }
  if (what !== 'hooks') return notFound
  if (asked.method === 'DELETE') return repository.hooks.delete(part ?? '') ? { status: 204 } : notFound
  if (asked.method === 'GET')
    return { status: 200, body: [...repository.hooks].map(([id, { url }]) => ({ id: Number(id), url })) }
  model.nextId += 1
  repository.hooks.set(String(model.nextId), { url: asked.body.url, secret: asked.body.token })
  return { status: 201, body: { id: model.nextId } }
}

function listBranches(repository: FakeRepository, asked: Asked): Answered {
  const { items, page, hasNext } = cut([...repository.branches], asked, 'per_page')
  return {
    status: 200,
    headers: { 'x-next-page': hasNext ? String(page + 1) : '' },
    body: items.map(([name, { commit, isProtected }]) => ({ name, commit: { id: commit }, protected: isProtected })),
  }
}

function showCommit(repository: FakeRepository, ref: string): Answered {
  const id = resolveRef(repository, ref)
  if (id === undefined) return { status: 404, body: { message: '404 Commit Not Found' } }
  const { message, author, pushedAt } = repository
  return { status: 200, body: { id, message, author_name: author, committed_date: pushedAt.toISOString() } }
}

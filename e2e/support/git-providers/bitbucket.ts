/** Bitbucket Cloud's dialect, from its public REST documentation (2.0, after the end of lists across workspaces). */

import { type Answered, type Asked, type FakeGitProvider, startFakeGitProvider } from './fake-git-provider.ts'
import { type FakeRepository, findByName, type GitProviderModel, latestStatuses, resolveRef, uuidOf } from './model.ts'
import { cut, pathWithPage } from './paging.ts'
import { answerPullrequests } from './pulls.ts'

export async function startBitbucket(model: GitProviderModel): Promise<FakeGitProvider> {
  return await startFakeGitProvider('/2.0', (asked) => answer(model, asked))
}

const notFound: Answered = { status: 404, body: { type: 'error', error: { message: 'Not found' } } }

function answer(model: GitProviderModel, asked: Asked): Answered {
  const [first, second, third, ...rest] = asked.segments
  const { authorization } = asked.headers
  const basic = `Basic ${Buffer.from(`ann@example.com:${model.token}`).toString('base64')}`
  if (authorization !== `Bearer ${model.token}` && authorization !== basic)
    return { status: 401, body: { type: 'error' } }
  const { id, login } = model.account
  if (first === 'user' && second === undefined)
    return {
      status: 200,
      headers: { 'x-oauth-scopes': model.scopes.join(', ') },
      body: { uuid: uuidOf(id), username: login },
    }
  if (first === 'user' && second === 'workspaces')
    return { status: 200, body: { values: [{ workspace: { slug: login, uuid: uuidOf(id) } }] } }
  if (first !== 'repositories') return { status: 410, body: { type: 'error' } }
  if (third === undefined) return second === login ? listRepositories(model, asked) : notFound
  const repository = findByName(model, second === '{}' ? third : `${second}/${third}`)
  return repository === undefined ? notFound : answerRepository(model, repository, { asked, rest })
}

function listRepositories(model: GitProviderModel, asked: Asked): Answered {
  const wanted = /^name ~ "(.*)"$/.exec(asked.query.get('q') ?? '')?.[1]?.toLowerCase() ?? ''
  const found = model.repositories.filter(({ fullName }) =>
    (fullName.split('/')[1] ?? '').toLowerCase().includes(wanted),
  )
  return toPage(found, asked, toItem)
}

function toPage<Item>(list: readonly Item[], asked: Asked, show: (item: Item) => unknown): Answered {
  const { items, page, hasNext } = cut(list, asked, 'pagelen')
  return {
    status: 200,
    body: { values: items.map(show), page, ...(hasNext ? { next: pathWithPage(asked, page + 1) } : {}) },
  }
}

function toItem(repository: FakeRepository): unknown {
  return {
    uuid: uuidOf(repository.id),
    full_name: repository.fullName,
    is_private: repository.isPrivate,
    mainbranch: repository.branches.size === 0 ? null : { type: 'branch', name: repository.defaultBranch },
    description: repository.description ?? '',
    updated_on: repository.pushedAt.toISOString(),
    links: { html: { href: `https://elsewhere.example/${repository.fullName}` } },
  }
}

function answerRepository(
  model: GitProviderModel,
  repository: FakeRepository,
  { asked, rest }: { asked: Asked; rest: string[] },
): Answered {
  const [what, part, more] = rest
  if (what === undefined) return { status: 200, body: toItem(repository) }
  if (what === 'pullrequests') return answerPullrequests(model, repository, { asked, rest, uuidOf })
  if (what === 'refs')
    return toPage([...repository.branches], asked, ([name, { commit }]) => ({ name, target: { hash: commit } }))
  if (what === 'commit' && more === 'statuses' && asked.method === 'GET')
    return toPage(latestStatuses(repository, part ?? ''), asked, ({ context, state }) => ({ key: context, state }))
  if (what === 'commit' && more === undefined) return showCommit(repository, part ?? '')
  if (what === 'commit') {
    repository.statuses.push({ sha: part ?? '', state: asked.body.state, context: asked.body.key })
    return { status: 201, body: {} }
  }
  if (what !== 'hooks') return notFound
  if (asked.method === 'DELETE') return repository.hooks.delete(part ?? '') ? { status: 204 } : notFound
  if (asked.method === 'GET')
    return toPage([...repository.hooks], asked, ([uuid, { url }]) => ({ uuid, url, active: true }))
  model.nextId += 1
  repository.hooks.set(uuidOf(model.nextId), { url: asked.body.url, secret: asked.body.secret })
  return { status: 201, body: { uuid: uuidOf(model.nextId) } }
}

function showCommit(repository: FakeRepository, ref: string): Answered {
  const hash = resolveRef(repository, ref)
  if (hash === undefined) return notFound
  const { message, author, pushedAt } = repository
  const raw = `${author} <fixture@example.com>`
  return { status: 200, body: { hash, message, author: { raw }, date: pushedAt.toISOString() } }
}

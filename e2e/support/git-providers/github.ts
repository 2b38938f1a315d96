/** GitHub's dialect, from its public REST documentation (version 2022-11-28), with an app of its own. */
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { type Answered, type Asked, type FakeGitProvider, startFakeGitProvider } from './fake-git-provider.ts'
import {
  type FakeRepository,
  findByFormerName,
  findByName,
  type GitProviderModel,
  latestStatuses,
  resolveRef,
} from './model.ts'
import { cut, pathWithPage } from './paging.ts'
import { answerDeployments, answerGithubPulls } from './pulls.ts'

export interface FakeGithub extends FakeGitProvider {
  /** Valid one-time codes of the manifest flow. */
  readonly codes: Set<string>
  /** The app that a code gives. */
  readonly app: { id: number; slug: string; pem: string; isInstalled: boolean; tokensMade: number }
}

export async function startGithub(model: GitProviderModel): Promise<FakeGithub> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  const app = { id: 4711, slug: 'longshore-test', pem, isInstalled: false, tokensMade: 0 }
  const codes = new Set<string>()
  const gitProvider = await startFakeGitProvider('/api/v3', (asked) => answer(model, { app, codes }, asked))
  return Object.assign(gitProvider, { app, codes })
}

const notFound: Answered = { status: 404, body: { message: 'Not Found' } }
const badCredentials: Answered = { status: 401, body: { message: 'Bad credentials' } }
type Parts = Pick<FakeGithub, 'app' | 'codes'>

function answer(model: GitProviderModel, parts: Parts, asked: Asked): Answered {
  const [first = '', second] = asked.segments
  if (first === 'app-manifests') return convert(model, parts, asked)
  const bearer = /^Bearer (.+)$/.exec(asked.headers.authorization ?? '')?.[1]
  if (first === 'app')
    return bearer !== undefined && isProof(parts.app, bearer) ? answerApp(model, parts, asked) : badCredentials
  const isInstallation = bearer?.startsWith('ghs_') === true && bearer.endsWith(model.token)
  if (bearer !== undefined && bearer !== model.token && !isInstallation) return badCredentials
  if (first === 'user' && bearer === undefined) return badCredentials
  if (first === 'installation') return isInstallation ? listRepositories(model, asked, 'repositories') : badCredentials
  if (first === 'user' && second === undefined)
    return {
      status: 200,
      headers: { 'x-oauth-scopes': model.scopes.join(', ') },
      body: { id: model.account.id, login: model.account.login },
    }
  if (first === 'user' && second === 'repos') return listRepositories(model, asked, null)
  if (first === 'repos') return answerRepository(model, asked, 3)
  if (first === 'repositories') return answerRepository(model, asked, 2)
  return notFound
}

function listRepositories(model: GitProviderModel, asked: Asked, inside: 'repositories' | null): Answered {
  const { items, page, hasNext } = cut(model.repositories, asked, 'per_page')
  const list = items.map(toItem)
  return {
    status: 200,
    headers: hasNext ? { link: `<${pathWithPage(asked, page + 1)}>; rel="next"` } : {},
    body: inside === null ? list : { total_count: model.repositories.length, repositories: list },
  }
}

function toItem(repository: FakeRepository): unknown {
  return {
    id: repository.id,
    full_name: repository.fullName,
    name: repository.fullName.split('/')[1],
    private: repository.isPrivate,
    archived: repository.isArchived,
    // GitHub counts kilobytes, so a small repository has size 0.
    size: 0,
    default_branch: repository.defaultBranch,
    description: repository.description,
    pushed_at: repository.pushedAt.toISOString(),
    html_url: `https://elsewhere.example/${repository.fullName}`,
    clone_url: `https://elsewhere.example/${repository.fullName}.git`,
  }
}

function answerRepository(model: GitProviderModel, asked: Asked, length: number): Answered {
  const name = asked.segments.slice(1, length).join('/')
  const rest = asked.segments.slice(length)
  const moved = findByFormerName(model, name)
  if (moved !== undefined) {
    const location = `${asked.apiUrl}/repositories/${[moved.id, ...rest.map(encodeURIComponent)].join('/')}?${asked.query}`
    return { status: 301, headers: { location }, body: { message: 'Moved Permanently' } }
  }
  const repository = findByName(model, name)
  if (repository === undefined) return notFound
  const [what, detail] = rest
  if (what === undefined) return { status: 200, body: toItem(repository) }
  if (what === 'branches') return listBranches(repository, asked)
  if (what === 'commits' && rest[2] === 'status')
    return { status: 200, body: { state: 'pending', statuses: latestStatuses(repository, detail ?? '') } }
  if (what === 'commits' && rest[2] === 'check-runs') return { status: 200, body: { total_count: 0, check_runs: [] } }
  if (what === 'commits') return showCommit(repository, detail ?? '')
  if (what === 'hooks') return changeHooks(model, repository, { asked, id: detail })
  if (what === 'pulls' || what === 'issues') return answerGithubPulls(model, repository, asked, rest)
  if (what === 'deployments') return answerDeployments(model, repository, { asked, id: detail })
  if (what === 'statuses') return addStatus(repository, detail ?? '', asked)
  return notFound
}

function listBranches(repository: FakeRepository, asked: Asked): Answered {
  const { items, page, hasNext } = cut([...repository.branches], asked, 'per_page')
  return {
    status: 200,
    headers: hasNext ? { link: `<${pathWithPage(asked, page + 1)}>; rel="next", <x>; rel="last"` } : {},
    body: items.map(([name, { commit, isProtected }]) => ({ name, commit: { sha: commit }, protected: isProtected })),
  }
}

function showCommit(repository: FakeRepository, ref: string): Answered {
  if (repository.branches.size === 0) return { status: 409, body: { message: 'Git Repository is empty.' } }
  const sha = resolveRef(repository, ref)
  if (sha === undefined) return { status: 422, body: { message: `No commit found for SHA: ${ref}` } }
  const author = { name: repository.author, date: repository.pushedAt.toISOString() }
  return { status: 200, body: { sha, commit: { message: repository.message, author } } }
}

function changeHooks(
  model: GitProviderModel,
  repository: FakeRepository,
  { asked, id }: { asked: Asked; id: string | undefined },
): Answered {
  if (asked.method === 'DELETE') return repository.hooks.delete(id ?? '') ? { status: 204 } : notFound
  if (asked.method === 'GET')
    return {
      status: 200,
      body: [...repository.hooks].map(([key, { url }]) => ({ id: Number(key), active: true, config: { url } })),
    }
  model.nextId += 1
  repository.hooks.set(String(model.nextId), { url: asked.body.config.url, secret: asked.body.config.secret })
  return { status: 201, body: { id: model.nextId } }
}

function addStatus(repository: FakeRepository, sha: string, asked: Asked): Answered {
  repository.statuses.push({ sha, state: asked.body.state, context: asked.body.context })
  return { status: 201, body: { id: 1 } }
}

function convert(model: GitProviderModel, { app, codes }: Parts, { segments, method }: Asked): Answered {
  // A code is valid once.
  if (method !== 'POST' || !codes.delete(segments[1] ?? '')) return notFound
  const secrets = { client_id: 'Iv1.abc', client_secret: 'secret', webhook_secret: 'secret', pem: app.pem }
  return { status: 201, body: { id: app.id, slug: app.slug, owner: { login: model.account.login }, ...secrets } }
}

function answerApp(model: GitProviderModel, { app }: Parts, { segments, method }: Asked): Answered {
  const [, what, id, tail] = segments
  if (what === undefined)
    return { status: 200, body: { id: app.id, slug: app.slug, owner: { login: model.account.login } } }
  const permissions = { contents: 'read', metadata: 'read', statuses: 'write', repository_hooks: 'write' }
  if (id === undefined) return { status: 200, body: app.isInstalled ? [{ id: 99, permissions }] : [] }
  if (method !== 'POST' || tail !== 'access_tokens' || !app.isInstalled || id !== '99') return notFound
  app.tokensMade += 1
  const expires = new Date(Date.now() + 3_600_000).toISOString()
  return { status: 201, body: { token: `ghs_${app.tokensMade}_${model.token}`, expires_at: expires, permissions } }
}

/** A valid JWT that this app has signed. */
function isProof(app: { id: number; pem: string }, jwt: string): boolean {
  const [head = '', claims = '', signature = ''] = jwt.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    createPublicKey(app.pem),
    Buffer.from(signature, 'base64url'),
  )
  const { iss, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}')
  const now = Date.now() / 1_000
  return isSigned && iss === String(app.id) && iat <= now && exp > now && exp - iat <= 600
}

/**
 * Bitbucket Cloud with an access token of a workspace, project or repository, or an API token with its email address.
 */
import { z } from 'zod'
import { isProviderRepositoryId } from '../provider-address.policy.ts'
import { encodeName } from './api-url.policy.ts'
import { bitbucketPullRequests } from './bitbucket-pull-requests.client.ts'
import { evaluateChecks } from './evaluate-checks.policy.ts'
import type { Account, Call, GitClient, Listing, Repository } from './git.client.ts'
import {
  BranchName,
  Description,
  Flag,
  FullNameText,
  IdText,
  LoginText,
  lineOf,
  pageOf,
  readItems,
  readOne,
  Sha,
  scopesOf,
  When,
} from './parse-response.client.ts'
import { noDeployments } from './provider-deployments.client.ts'
import { ignoreMissing, ProviderError } from './provider-error.client.ts'
import type { ProviderHttp, ProviderResponse } from './provider-http.client.ts'

const Page = z.object({ values: z.unknown(), next: z.string().optional().catch(undefined) })
const User = z.object({
  uuid: IdText,
  username: LoginText.optional(),
  nickname: LoginText.optional(),
  display_name: LoginText.optional(),
})
const Slug = z.string().regex(/^[\w.-]{1,100}$/)
const Workspace = z.object({ workspace: z.object({ slug: Slug, uuid: IdText }) })
const Item = z.object({
  uuid: IdText,
  full_name: FullNameText,
  mainbranch: z.object({ name: BranchName }).nullable().catch(null),
  is_private: z.boolean(),
  description: Description,
  updated_on: When,
})
const BranchItem = z.object({ name: BranchName, target: z.object({ hash: Sha }) })
const CommitResponse = z.object({
  hash: Sha,
  message: lineOf(5_000).catch(''),
  author: z.object({ raw: lineOf(300).catch('') }).catch({ raw: '' }),
  date: When,
})
const Hook = z.object({ uuid: IdText })
const states = { pending: 'INPROGRESS', success: 'SUCCESSFUL', failure: 'FAILED', stopped: 'STOPPED' } as const
const HookItem = z.object({ uuid: IdText, url: z.string().max(2_000), active: Flag })
const StatusItem = z.object({ key: lineOf(100), state: z.string().max(20) })
const hookEvents = [
  'repo:push', 'pullrequest:created', 'pullrequest:updated', 'pullrequest:fulfilled', 'pullrequest:rejected',
] // biome-ignore format: a list
const maximumWorkspaces = 20
const wanted = ['repository', 'webhook']

export interface BitbucketOptions {
  http: ProviderHttp
  baseUrl: string
  token(): string
  /** API tokens have a username, access tokens don't. */
  username: string | null
}

export function createBitbucketClient({ http, baseUrl, token, username }: BitbucketOptions): GitClient {
  const toRepository = (item: z.output<typeof Item>): Repository => ({
    id: item.uuid,
    fullName: item.full_name,
    defaultBranch: item.mainbranch?.name ?? null,
    private: item.is_private,
    archived: false,
    empty: item.mainbranch === null,
    description: item.description,
    pushedAt: item.updated_on,
    url: `${baseUrl}/${encodeName(item.full_name)}`,
  })
  return {
    ...bitbucketPullRequests({ http, baseUrl, pathOf }),
    ...noDeployments,
    searches: true,
    whoAmI: (call) => whoAmI(http, call),
    async searchRepositories({ q, cursor }, call) {
      const { items, ...rest } = await search(http, { q, cursor }, call)
      return { items: items.map(toRepository), ...rest }
    },
    repository: async (name, call) => toRepository(readOne(await http.get(pathOf(name), call), Item)),
    async branches(name, { cursor, limit }, call) {
      const page = pageOf(cursor)
      const answer = await http.get(`${pathOf(name)}/refs/branches?pagelen=${limit}&page=${page}`, call)
      const { items, dropped, hasNext } = readPage(answer, BranchItem)
      const branches = items.map((item) => ({ name: item.name, commit: item.target.hash, protected: false }))
      return { items: branches, dropped, next: hasNext ? String(page + 1) : null }
    },
    async commit(name, ref, call) {
      const commit = readOne(await http.get(`${pathOf(name)}/commit/${encodeURIComponent(ref)}`, call), CommitResponse)
      return { sha: commit.hash, message: commit.message, author: nameOf(commit.author.raw), committedAt: commit.date }
    },
    async registerWebhook(name, { url, secret }, call) {
      const body = { description: 'Longshore', url, secret, active: true, events: hookEvents }
      return { id: readOne(await http.send('POST', `${pathOf(name)}/hooks`, body, call), Hook).uuid }
    },
    async findWebhooks(name, url, call) {
      const { items } = readPage(await http.get(`${pathOf(name)}/hooks?pagelen=100`, call), HookItem)
      return items.filter((hook) => hook.url === url).map(({ uuid, active }) => ({ id: uuid, isActive: active }))
    },
    removeWebhook: (name, id, call) =>
      ignoreMissing(http.send('DELETE', `${pathOf(name)}/hooks/${encodeURIComponent(id)}`, undefined, call)),
    async setCommitStatus(name, { sha, state, context, description, url }, call) {
      // Bitbucket requires a URL here.
      const body = {
        key: context.slice(0, 40),
        state: states[state],
        description: description.slice(0, 255),
        url: url ?? baseUrl,
      }
      await http.send('POST', `${pathOf(name)}/commit/${encodeURIComponent(sha)}/statuses/build`, body, call)
    },
    async checks(name, sha, call) {
      const path = `${pathOf(name)}/commit/${encodeURIComponent(sha)}/statuses?pagelen=100`
      const { items } = readPage(await http.get(path, call), StatusItem)
      return evaluateChecks(items.map(({ key, state }) => ({ name: key, state })))
    },
    async remote(fullName) {
      const name = username === null ? 'x-token-auth' : 'x-bitbucket-api-token-auth'
      return { url: `${baseUrl}/${encodeName(fullName)}.git`, credential: { username: name, password: token() } }
    },
  }
}

async function whoAmI(http: ProviderHttp, call: Call): Promise<Account> {
  try {
    const answer = await http.get('/user', call)
    const user = readOne(answer, User)
    const login = user.username ?? user.nickname ?? user.display_name ?? user.uuid
    return { id: user.uuid, login, ...evaluateScopes(answer) }
  } catch (error) {
    // Access tokens of a workspace or repository belong to no user.
    if (!(error instanceof ProviderError) || error.failure !== 'forbidden') throw error
  }
  const answer = await http.get('/user/workspaces?pagelen=1', call)
  const [first] = readPage(answer, Workspace).items
  if (first === undefined) throw new ProviderError('forbidden')
  return { id: first.workspace.uuid, login: first.workspace.slug, ...evaluateScopes(answer) }
}

/**
 * Classic tokens have `repository:write`, newer ones `write:repository:bitbucket`; broader scopes include narrower
 * ones.
 */
function evaluateScopes(answer: ProviderResponse): Pick<Account, 'scopes' | 'missingScopes'> {
  const scopes = scopesOf(answer.headers.get('x-oauth-scopes'))
  const has = (name: string) => scopes.some((scope) => scope.split(':').includes(name))
  return { scopes, missingScopes: scopes.length === 0 ? [] : wanted.filter((name) => !has(name)) }
}

/** Bitbucket lists repositories by workspace: the cursor is the index in the list of workspaces and the page there. */
async function search(
  http: ProviderHttp,
  { q, cursor }: { q: string; cursor: string | null },
  call: Call,
): Promise<Listing<z.output<typeof Item>>> {
  const [, place, page] = /^(\d{1,2})\.(\d{1,6})$/.exec(cursor ?? '0.1') ?? []
  const index = Number(place)
  const number = pageOf(page ?? 'none')
  const listed = readPage(await http.get(`/user/workspaces?pagelen=${maximumWorkspaces}`, call), Workspace)
  const workspaces = listed.items.slice(0, maximumWorkspaces)
  const current = workspaces[index]
  if (current === undefined) return { items: [], next: null, dropped: 0 }
  const filter = q === '' ? '' : `&q=${encodeURIComponent(`name ~ ${JSON.stringify(q)}`)}`
  const path = `/repositories/${encodeURIComponent(current.workspace.slug)}?role=member&sort=-updated_on&pagelen=100`
  const { items, dropped, hasNext } = readPage(await http.get(`${path}&page=${number}${filter}`, call), Item)
  const next = hasNext ? `${index}.${number + 1}` : index + 1 < workspaces.length ? `${index + 1}.1` : null
  return { items, dropped, next }
}

function readPage<Schema extends z.ZodType>(answer: ProviderResponse, schema: Schema) {
  const { values, next } = readOne(answer, Page)
  return { ...readItems(values, schema), hasNext: next !== undefined }
}

function pathOf(name: string): string {
  return isProviderRepositoryId(name)
    ? `/repositories/%7B%7D/${encodeURIComponent(name)}`
    : `/repositories/${encodeName(name)}`
}

/** Removes the email address from `Ann Example <ann@example.com>`, for privacy. */
function nameOf(raw: string): string {
  const end = raw.indexOf('<')
  return (end < 0 ? raw : raw.slice(0, end)).trim()
}

/** GitLab, at gitlab.com or self-managed, with a personal, project or group access token. */
import { z } from 'zod'
import { parseSafely } from '../../../platform/errors/parse-safely.ts'
import { encodeName } from './api-url.policy.ts'
import { evaluateChecks } from './evaluate-checks.policy.ts'
import type { Account, Call, GitClient, Repository } from './git.client.ts'
import { gitlabMergeRequests } from './gitlab-merge-requests.client.ts'
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
  When,
} from './parse-response.client.ts'
import { noDeployments } from './provider-deployments.client.ts'
import { ignoreMissing, ProviderError } from './provider-error.client.ts'
import type { ProviderHttp, ProviderResponse } from './provider-http.client.ts'

const User = z.object({ id: IdText, username: LoginText })
const Token = z.object({ scopes: z.array(z.string().regex(/^\w{1,60}$/)).max(50) })
const Item = z.object({
  id: IdText,
  path_with_namespace: FullNameText,
  default_branch: BranchName.nullable().catch(null),
  visibility: z.string().catch('private'),
  archived: Flag,
  empty_repo: Flag,
  description: Description,
  last_activity_at: When,
})
const BranchItem = z.object({ name: BranchName, commit: z.object({ id: Sha }), protected: Flag })
const CommitResponse = z.object({
  id: Sha,
  message: lineOf(5_000).catch(''),
  author_name: lineOf(200).catch(''),
  committed_date: When,
})
const Hook = z.object({ id: IdText })
const states = { pending: 'pending', success: 'success', failure: 'failed', stopped: 'canceled' } as const
const HookItem = z.object({ id: IdText, url: z.string().max(2_000), alert_status: z.string().max(40).optional() })
const StatusItem = z.object({ name: lineOf(300), status: z.string().max(30), allow_failure: Flag })

export interface GitlabOptions {
  http: ProviderHttp
  baseUrl: string
  token(): string
}

export function createGitlabClient({ http, baseUrl, token }: GitlabOptions): GitClient {
  const toRepository = (item: z.output<typeof Item>): Repository => ({
    id: item.id,
    fullName: item.path_with_namespace,
    defaultBranch: item.empty_repo ? null : item.default_branch,
    private: item.visibility !== 'public',
    archived: item.archived,
    empty: item.empty_repo,
    description: item.description,
    pushedAt: item.last_activity_at,
    url: `${baseUrl}/${encodeName(item.path_with_namespace)}`,
  })
  return {
    ...gitlabMergeRequests({ http, baseUrl, pathOf, nextPage }),
    ...noDeployments,
    searches: true,
    whoAmI: (call) => whoAmI(http, call),
    async searchRepositories({ q, cursor }, call) {
      const search = q === '' ? '' : `&search=${encodeURIComponent(q)}&search_namespaces=true`
      const order = 'membership=true&order_by=last_activity_at&sort=desc&per_page=100'
      const answer = await http.get(`/projects?${order}&page=${pageOf(cursor)}${search}`, call)
      const { items, dropped } = readItems(answer.json, Item)
      return { items: items.map(toRepository), dropped, next: nextPage(answer) }
    },
    repository: async (name, call) => toRepository(readOne(await http.get(pathOf(name), call), Item)),
    async branches(name, { cursor, limit }, call) {
      const path = `${pathOf(name)}/repository/branches?per_page=${limit}&page=${pageOf(cursor)}`
      const answer = await http.get(path, call)
      const { items, dropped } = readItems(answer.json, BranchItem)
      const branches = items.map((item) => ({ name: item.name, commit: item.commit.id, protected: item.protected }))
      return { items: branches, dropped, next: nextPage(answer) }
    },
    async commit(name, ref, call) {
      const path = `${pathOf(name)}/repository/commits/${encodeURIComponent(ref)}`
      const commit = readOne(await http.get(path, call), CommitResponse)
      return { sha: commit.id, message: commit.message, author: commit.author_name, committedAt: commit.committed_date }
    },
    async registerWebhook(name, { url, secret }, call) {
      const events = { push_events: true, merge_requests_events: true }
      const body = { url, token: secret, ...events, enable_ssl_verification: true }
      return readOne(await http.send('POST', `${pathOf(name)}/hooks`, body, call), Hook)
    },
    async findWebhooks(name, url, call) {
      const answer = await http.get(`${pathOf(name)}/hooks?per_page=100`, call)
      const hooks = readItems(answer.json, HookItem).items.filter((hook) => hook.url === url)
      // A temporarily disabled webhook recovers automatically.
      return hooks.map(({ id, alert_status: alert }) => ({ id, isActive: alert !== 'disabled' }))
    },
    removeWebhook: (name, id, call) =>
      ignoreMissing(http.send('DELETE', `${pathOf(name)}/hooks/${encodeURIComponent(id)}`, undefined, call)),
    async setCommitStatus(name, { sha, state, context, description, url }, call) {
      const target = url === undefined ? {} : { target_url: url }
      const body = {
        state: states[state],
        name: context,
        description: description.slice(0, 255),
        ...target,
      }
      await http.send('POST', `${pathOf(name)}/statuses/${encodeURIComponent(sha)}`, body, call)
    },
    async checks(name, sha, call) {
      const path = `${pathOf(name)}/repository/commits/${encodeURIComponent(sha)}/statuses?per_page=100`
      const { items } = readItems((await http.get(path, call)).json, StatusItem)
      const counted = items.filter((item) => !item.allow_failure)
      return evaluateChecks(counted.map((item) => ({ name: item.name, state: item.status })))
    },
    async remote(fullName) {
      return { url: `${baseUrl}/${encodeName(fullName)}.git`, credential: { username: 'oauth2', password: token() } }
    },
  }
}

async function whoAmI(http: ProviderHttp, call: Call): Promise<Account> {
  const { id, username } = readOne(await http.get('/user', call), User)
  const scopes = await readTokenScopes(http, call)
  const missingScopes = scopes.length === 0 || scopes.includes('api') ? [] : ['api']
  return { id, login: username, scopes, missingScopes }
}

/** Old versions and OAuth tokens don't report scopes; an empty list means unknown, not an error. */
async function readTokenScopes(http: ProviderHttp, call: Call): Promise<string[]> {
  try {
    return parseSafely(Token, (await http.get('/personal_access_tokens/self', call)).json).data?.scopes ?? []
  } catch (error) {
    if (error instanceof ProviderError && error.failure !== 'rate_limited' && error.failure !== 'unavailable') return []
    throw error
  }
}

function pathOf(name: string): string {
  return `/projects/${encodeURIComponent(name)}`
}

function nextPage({ headers }: Pick<ProviderResponse, 'headers'>): string | null {
  const next = headers.get('x-next-page') ?? ''
  return /^\d{1,6}$/.test(next) ? next : null
}

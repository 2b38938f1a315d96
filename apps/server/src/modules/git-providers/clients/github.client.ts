/** GitHub and GitHub Enterprise Server, with a token of a user or of a bot. */
import { z } from 'zod'
import { isProviderRepositoryId } from '../provider-address.policy.ts'
import { encodeName } from './api-url.policy.ts'
import { type ChecksState, evaluateChecks } from './evaluate-checks.policy.ts'
import type { Account, Call, CommitStatus, GitClient, Listing, Repository } from './git.client.ts'
import { githubDeployments } from './github-deployments.client.ts'
import { pullRequestsLikeGithub } from './github-pull-requests.client.ts'
import {
  BranchName,
  Description,
  Flag,
  FullNameText,
  IdText,
  LoginText,
  lineOf,
  nextByLink,
  pageOf,
  readItems,
  readOne,
  Sha,
  scopesOf,
  When,
} from './parse-response.client.ts'
import { ignoreMissing, ProviderError } from './provider-error.client.ts'
import type { ProviderHttp } from './provider-http.client.ts'
import { readCommit } from './read-commit.client.ts'

export const githubHeaders = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }

const User = z.object({ id: IdText, login: LoginText })
const Item = z.object({
  id: IdText,
  full_name: FullNameText,
  default_branch: BranchName.nullable().catch(null),
  private: z.boolean(),
  archived: Flag,
  size: z.number().catch(1),
  description: Description,
  pushed_at: When,
})
const BranchItem = z.object({ name: BranchName, commit: z.object({ sha: Sha }), protected: Flag })
const Hook = z.object({ id: IdText })
const HookItem = z.object({ id: IdText, active: Flag, config: z.object({ url: z.string().max(2_000) }) })
const Statuses = z.object({ statuses: z.unknown() })
const StatusItem = z.object({ context: lineOf(300), state: z.string().max(20) })
const CheckRuns = z.object({ check_runs: z.unknown() })
const CheckRun = z.object({
  name: lineOf(300),
  status: z.string().max(30),
  conclusion: z.string().max(30).nullable().catch(null),
})

export interface GithubOptions {
  http: ProviderHttp
  baseUrl: string
  /** A GitHub App identifies itself and lists repositories differently. */
  whoAmI?: GitClient['whoAmI']
  repositoriesPath?: string
  password(call: Call): Promise<string>
}

export function createGithubClient({ http, baseUrl, password, ...app }: GithubOptions): GitClient {
  const toRepository = (item: z.output<typeof Item>): Repository => ({
    id: item.id,
    fullName: item.full_name,
    defaultBranch: item.default_branch,
    private: item.private,
    archived: item.archived,
    empty: item.size === 0 && item.default_branch === null,
    description: item.description,
    pushedAt: item.pushed_at,
    url: `${baseUrl}/${encodeName(item.full_name)}`,
  })
  return {
    ...pullRequestsLikeGithub({
      http,
      baseUrl,
      page: 'pull',
      size: 'per_page=100',
      pathOf: async (name) => pathOf(name),
    }),
    ...githubDeployments(http, pathOf),
    searches: false,
    whoAmI: app.whoAmI ?? ((call) => whoAmI(http, call)),
    async searchRepositories({ cursor }, call) {
      const page = pageOf(cursor)
      const path = app.repositoriesPath ?? '/user/repos?sort=pushed&affiliation=owner,collaborator,organization_member&'
      const answer = await http.get(`${path}per_page=100&page=${page}`, call)
      const list = Array.isArray(answer.json)
        ? answer.json
        : z.object({ repositories: z.unknown() }).safeParse(answer.json).data?.repositories
      if (list === undefined) throw new ProviderError('unreadable')
      const { items, dropped } = readItems(list, Item)
      return { items: items.map(toRepository), dropped, next: nextByLink(answer, page) }
    },
    async repository(name, call) {
      const item = readOne(await http.get(pathOf(name), call), Item)
      // Small repositories have size 0 too, so only the list of branches is reliable.
      const isEmpty =
        item.size === 0 && (await listBranches(http, name, { cursor: null, limit: 1 }, call)).items.length === 0
      return { ...toRepository(item), empty: isEmpty, ...(isEmpty ? { defaultBranch: null } : {}) }
    },
    branches: (name, page, call) => listBranches(http, name, page, call),
    commit: async (name, ref, call) =>
      readCommit(await http.get(`${pathOf(name)}/commits/${encodeURIComponent(ref)}`, call)),
    async registerWebhook(name, { url, secret }, call) {
      const config = { url, secret, content_type: 'json', insecure_ssl: '0' }
      const body = { name: 'web', active: true, events: ['push', 'pull_request'], config }
      return readOne(await http.send('POST', `${pathOf(name)}/hooks`, body, call), Hook)
    },
    async findWebhooks(name, url, call) {
      const answer = await http.get(`${pathOf(name)}/hooks?per_page=100`, call)
      const hooks = readItems(answer.json, HookItem).items.filter(({ config }) => config.url === url)
      return hooks.map(({ id, active }) => ({ id, isActive: active }))
    },
    removeWebhook: (name, id, call) =>
      ignoreMissing(http.send('DELETE', `${pathOf(name)}/hooks/${encodeURIComponent(id)}`, undefined, call)),
    setCommitStatus: (name, status, call) => setStatus(http, pathOf(name), status, call),
    checks: (name, sha, call) => readChecks(http, `${pathOf(name)}/commits/${encodeURIComponent(sha)}`, call),
    async remote(fullName, call) {
      const credential = { username: 'x-access-token', password: await password(call) }
      return { url: `${baseUrl}/${encodeName(fullName)}.git`, credential }
    },
  }
}

async function whoAmI(http: ProviderHttp, call: Call): Promise<Account> {
  const answer = await http.get('/user', call)
  const { id, login } = readOne(answer, User)
  // Fine-grained tokens have permissions per repository and no list of scopes.
  const header = answer.headers.get('x-oauth-scopes')
  const scopes = scopesOf(header)
  return { id, login, scopes, missingScopes: header === undefined || scopes.includes('repo') ? [] : ['repo'] }
}

async function listBranches(
  http: ProviderHttp,
  name: string,
  { cursor, limit }: { cursor: string | null; limit: number },
  call: Call,
): Promise<Listing<{ name: string; commit: string; protected: boolean }>> {
  const page = pageOf(cursor)
  const answer = await http.get(`${pathOf(name)}/branches?per_page=${limit}&page=${page}`, call)
  const { items, dropped } = readItems(answer.json, BranchItem)
  const branches = items.map((item) => ({ name: item.name, commit: item.commit.sha, protected: item.protected }))
  return { items: branches, dropped, next: nextByLink(answer, page) }
}

async function setStatus(http: ProviderHttp, path: string, status: CommitStatus, call: Call): Promise<void> {
  const { sha, state, context, description, url } = status
  const body = {
    state: state === 'stopped' ? 'error' : state,
    context,
    description: description.slice(0, 140),
    ...(url === undefined ? {} : { target_url: url }),
  }
  await http.send('POST', `${path}/statuses/${encodeURIComponent(sha)}`, body, call)
}

/** Combines commit statuses and check runs; both APIs are in use. */
async function readChecks(http: ProviderHttp, path: string, call: Call): Promise<ChecksState> {
  const { statuses } = readOne(await http.get(`${path}/status?per_page=100`, call), Statuses)
  const { check_runs: runs } = readOne(await http.get(`${path}/check-runs?per_page=100`, call), CheckRuns)
  return evaluateChecks([
    ...readItems(statuses, StatusItem).items.map(({ context, state }) => ({ name: context, state })),
    ...readItems(runs, CheckRun).items.map(({ name, status, conclusion }) => ({
      name,
      state: status === 'completed' ? (conclusion ?? 'failure') : 'pending',
    })),
  ])
}

function pathOf(name: string): string {
  return isProviderRepositoryId(name) ? `/repositories/${encodeURIComponent(name)}` : `/repos/${encodeName(name)}`
}

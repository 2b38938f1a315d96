/** Gitea and Forgejo with an access token. */
import { z } from 'zod'
import { isProviderRepositoryId } from '../provider-address.policy.ts'
import { encodeName } from './api-url.policy.ts'
import { evaluateChecks } from './evaluate-checks.policy.ts'
import type { Account, Call, GitClient, Repository } from './git.client.ts'
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
  When,
} from './parse-response.client.ts'
import { noDeployments } from './provider-deployments.client.ts'
import { ignoreMissing, ProviderError } from './provider-error.client.ts'
import type { ProviderHttp } from './provider-http.client.ts'
import { readCommit } from './read-commit.client.ts'

const User = z.object({ id: IdText, login: LoginText })
const Item = z.object({
  id: IdText,
  full_name: FullNameText,
  default_branch: BranchName.nullable().catch(null),
  private: z.boolean(),
  archived: Flag,
  empty: Flag,
  description: Description,
  updated_at: When,
})
const BranchItem = z.object({ name: BranchName, commit: z.object({ id: Sha }), protected: Flag })
const Hook = z.object({ id: IdText })
const HookItem = z.object({ id: IdText, active: Flag, config: z.object({ url: z.string().max(2_000) }) })
const Statuses = z.object({ statuses: z.unknown() })
const StatusItem = z.object({ context: lineOf(300), status: z.string().max(20) })
/** Gitea's default maximum page size. */
const pageSize = 50

export interface GiteaOptions {
  http: ProviderHttp
  baseUrl: string
  token(): string
}

export function createGiteaClient({ http, baseUrl, token }: GiteaOptions): GitClient {
  const toRepository = (item: z.output<typeof Item>): Repository => ({
    id: item.id,
    fullName: item.full_name,
    defaultBranch: item.empty ? null : item.default_branch,
    private: item.private,
    archived: item.archived,
    empty: item.empty,
    description: item.description,
    pushedAt: item.updated_at,
    url: `${baseUrl}/${encodeName(item.full_name)}`,
  })
  const pathOf = async (name: string, call: Call): Promise<string> => {
    if (!isProviderRepositoryId(name)) return `/repos/${encodeName(name)}`
    // Gitea supports ids only for the repository itself.
    const item = readOne(await http.get(`/repositories/${encodeURIComponent(name)}`, call), Item)
    return `/repos/${encodeName(item.full_name)}`
  }
  return {
    ...pullRequestsLikeGithub({ http, baseUrl, page: 'pulls', size: `limit=${pageSize}`, pathOf }),
    ...noDeployments,
    searches: false,
    whoAmI: (call) => whoAmI(http, call),
    async searchRepositories({ cursor }, call) {
      // Not /repos/search, which would add every public repository of the instance.
      const page = pageOf(cursor)
      const answer = await http.get(`/user/repos?limit=${pageSize}&page=${page}`, call)
      const { items, dropped } = readItems(answer.json, Item)
      return { items: items.map(toRepository), dropped, next: nextByLink(answer, page) }
    },
    async repository(name, call) {
      const path = isProviderRepositoryId(name)
        ? `/repositories/${encodeURIComponent(name)}`
        : `/repos/${encodeName(name)}`
      return toRepository(readOne(await http.get(path, call), Item))
    },
    async branches(name, { cursor, limit }, call) {
      const page = pageOf(cursor)
      const answer = await http.get(
        `${await pathOf(name, call)}/branches?limit=${Math.min(limit, pageSize)}&page=${page}`,
        call,
      )
      const { items, dropped } = readItems(answer.json, BranchItem)
      const branches = items.map((item) => ({ name: item.name, commit: item.commit.id, protected: item.protected }))
      return { items: branches, dropped, next: nextByLink(answer, page) }
    },
    async commit(name, ref, call) {
      const path = `${await pathOf(name, call)}/git/commits/${encodeURIComponent(ref)}?stat=false&files=false&verification=false`
      return readCommit(await http.get(path, call))
    },
    async registerWebhook(name, { url, secret }, call) {
      const events = ['push', 'pull_request', 'pull_request_sync']
      const body = { type: 'gitea', active: true, events, config: { url, secret, content_type: 'json' } }
      return readOne(await http.send('POST', `${await pathOf(name, call)}/hooks`, body, call), Hook)
    },
    async findWebhooks(name, url, call) {
      const answer = await http.get(`${await pathOf(name, call)}/hooks?limit=${pageSize}`, call)
      const hooks = readItems(answer.json, HookItem).items.filter(({ config }) => config.url === url)
      return hooks.map(({ id, active }) => ({ id, isActive: active }))
    },
    async removeWebhook(name, id, call) {
      const path = `${await pathOf(name, call)}/hooks/${encodeURIComponent(id)}`
      await ignoreMissing(http.send('DELETE', path, undefined, call))
    },
    async setCommitStatus(name, { sha, state, context, description, url }, call) {
      const target = url === undefined ? {} : { target_url: url }
      const said = state === 'stopped' ? 'error' : state
      const body = { state: said, context, description: description.slice(0, 255), ...target }
      await http.send('POST', `${await pathOf(name, call)}/statuses/${encodeURIComponent(sha)}`, body, call)
    },
    async checks(name, sha, call) {
      const path = `${await pathOf(name, call)}/commits/${encodeURIComponent(sha)}/status?limit=${pageSize}`
      const { statuses } = readOne(await http.get(path, call), Statuses)
      const { items } = readItems(statuses, StatusItem)
      return evaluateChecks(items.map(({ context, status }) => ({ name: context, state: status })))
    },
    async remote(fullName) {
      // Gitea accepts a token as the password of any user.
      return { url: `${baseUrl}/${encodeName(fullName)}.git`, credential: { username: 'oauth2', password: token() } }
    },
  }
}

/** A token can't list its own scopes: read access is tested, write access is discovered on use. */
async function whoAmI(http: ProviderHttp, call: Call): Promise<Account> {
  const { id, login } = readOne(await http.get('/user', call), User)
  const canRead = await http.get('/user/repos?limit=1', call).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ProviderError && error.failure === 'forbidden') return false
      throw error
    },
  )
  const scopes = canRead ? ['read:user', 'read:repository'] : ['read:user']
  return { id, login, scopes, missingScopes: canRead ? [] : ['read:repository'] }
}

/**
 * One interface to all kinds of Git providers. Their responses are untrusted: each client parses them with schemas,
 * drops items that it can't use, and throws `ProviderError` for the rest.
 */
import type { Remote } from '@longshore/source/git'
import type { ChecksState } from './evaluate-checks.policy.ts'
import type { Call, Listing, RepositoryName } from './provider-call.client.ts'
import type { DeploymentClient } from './provider-deployments.client.ts'
import type { PullRequestClient } from './pull-requests.client.ts'

export type { Call, Listing, RepositoryName } from './provider-call.client.ts'

export interface Account {
  /** The provider's own id, which stays when the login changes. */
  id: string
  login: string
  /** Scopes in the provider's terms; empty if it doesn't report them. */
  scopes: string[]
  /** Missing scopes without which a feature doesn't work. */
  missingScopes: string[]
  /** Installation of a GitHub App; null until it is installed. */
  installationId?: string | null
}

export interface Repository {
  id: string
  fullName: string
  /** Null if nothing was pushed yet. */
  defaultBranch: string | null
  private: boolean
  archived: boolean
  empty: boolean
  description: string | null
  pushedAt: Date | null
  /** Web URL. */
  url: string
}

export interface Branch {
  name: string
  commit: string
  protected: boolean
}

export interface Commit {
  sha: string
  message: string
  author: string
  committedAt: Date | null
}

export interface NewWebhook {
  url: string
  secret: string
}

export interface CommitStatus {
  sha: string
  /** `stopped`: the deployment ended for a reason unrelated to the commit. */
  state: 'pending' | 'success' | 'failure' | 'stopped'
  /** Distinguishes several statuses of one commit. */
  context: string
  description: string
  /** Web page with details. */
  url?: string
}

export interface FoundWebhook {
  id: string
  /** False if the webhook was disabled at the provider, by a user or after failures. */
  isActive: boolean
}

export interface GitClient extends PullRequestClient, DeploymentClient {
  whoAmI(call: Call): Promise<Account>
  /** Results are sorted by latest push. `searches` is false for a provider that can't search and returns everything. */
  readonly searches: boolean
  searchRepositories(query: { q: string; cursor: string | null }, call: Call): Promise<Listing<Repository>>
  repository(name: RepositoryName, call: Call): Promise<Repository>
  branches(name: RepositoryName, page: { cursor: string | null; limit: number }, call: Call): Promise<Listing<Branch>>
  /** Finds a commit by branch, tag or hash. */
  commit(name: RepositoryName, ref: string, call: Call): Promise<Commit>
  /** Registers a webhook for pushes and pull requests. */
  registerWebhook(name: RepositoryName, webhook: NewWebhook, call: Call): Promise<{ id: string }>
  /** Finds webhooks with exactly this URL. */
  findWebhooks(name: RepositoryName, url: string, call: Call): Promise<FoundWebhook[]>
  /** Succeeds if the webhook is already deleted. */
  removeWebhook(name: RepositoryName, id: string, call: Call): Promise<void>
  setCommitStatus(name: RepositoryName, status: CommitStatus, call: Call): Promise<void>
  checks(name: RepositoryName, sha: string, call: Call): Promise<ChecksState>
  /** The Git remote; built from our own URL of the provider, never from one in a response. */
  remote(fullName: string, call: Call): Promise<Remote>
}

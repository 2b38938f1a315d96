/**
 * One interface to all kinds of Git providers. What they answer is somebody else's text: each client reads it with schemas,
 * drops what it cannot use, and throws `ProviderError` for the rest.
 */
import type { Remote } from '@longshore/source/git'
import type { Call, Listing, RepositoryName } from './call.ts'
import type { DeploymentClient } from './forge-deployments.ts'
import type { PullRequestClient } from './pull-requests.ts'

export type { Call, Listing, RepositoryName } from './call.ts'

export interface Account {
  /** The provider's own, stable when the login changes. */
  id: string
  login: string
  /** In the provider's words; empty where it does not tell. */
  scopes: string[]
  /** Scopes without which something of ours does not work. */
  missingScopes: string[]
  /** Of a GitHub App: null until somebody installs it. */
  installationId?: string | null
}

export interface Repository {
  id: string
  fullName: string
  /** Null: nothing was pushed yet. */
  defaultBranch: string | null
  private: boolean
  archived: boolean
  empty: boolean
  description: string | null
  pushedAt: Date | null
  /** For people. */
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
  /** `stopped`: nothing came of it, by no fault of the commit. */
  state: 'pending' | 'success' | 'failure' | 'stopped'
  /** Which of several statuses of one commit this is. */
  context: string
  description: string
  /** Where a person sees more. */
  url?: string
}

/** Of all checks of a commit together; what Longshore itself reports does not count. */
export type ChecksState = 'none' | 'pending' | 'success' | 'failure'

export interface FoundWebhook {
  id: string
  /** False: switched off at the provider, by a person or after failures. */
  isActive: boolean
}

export interface GitClient extends PullRequestClient, DeploymentClient {
  whoAmI(call: Call): Promise<Account>
  /** Newest push first. A provider that cannot search gives everything: `searches` tells. */
  readonly searches: boolean
  searchRepositories(query: { q: string; cursor: string | null }, call: Call): Promise<Listing<Repository>>
  repository(name: RepositoryName, call: Call): Promise<Repository>
  branches(name: RepositoryName, page: { cursor: string | null; limit: number }, call: Call): Promise<Listing<Branch>>
  /** By branch, tag or hash. */
  commit(name: RepositoryName, ref: string, call: Call): Promise<Commit>
  /** For pushes and pull requests. */
  registerWebhook(name: RepositoryName, webhook: NewWebhook, call: Call): Promise<{ id: string }>
  /** Those that lead to exactly this address. */
  findWebhooks(name: RepositoryName, url: string, call: Call): Promise<FoundWebhook[]>
  /** Also fine when it is gone already. */
  removeWebhook(name: RepositoryName, id: string, call: Call): Promise<void>
  setCommitStatus(name: RepositoryName, status: CommitStatus, call: Call): Promise<void>
  checks(name: RepositoryName, sha: string, call: Call): Promise<ChecksState>
  /** How git reaches it; made of our own address of the provider, never of one that an answer gave. */
  remote(fullName: string, call: Call): Promise<Remote>
}

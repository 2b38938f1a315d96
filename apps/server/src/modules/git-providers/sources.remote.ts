/** Repositories for other modules: their properties, and their Git remotes. */
import type { Remote } from '@longshore/source/git'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { ChecksState } from './clients/evaluate-checks.policy.ts'
import type { Call, Commit, CommitStatus, FoundWebhook, Listing, NewWebhook } from './clients/git.client.ts'
import type { ProviderDeployment } from './clients/provider-deployments.client.ts'
import type { ListedPullRequest, PullRequest, PullRequestComment } from './clients/pull-requests.client.ts'
import type { ProviderKind } from './git-providers.schemas.ts'

export type { ListedPullRequest, PullRequest } from './clients/pull-requests.client.ts'

/** Through a connection, or public by https URL. */
export type RepositoryRef = { readonly providerId: Id<'git'>; readonly fullName: string } | { readonly url: string }

export interface SourceDescription {
  /** Current name at the provider; it differs from the requested one if the repository was renamed. */
  fullName: string
  /** Web URL. */
  url: string
  cloneUrl: string
  /** Null if the repository is empty, or if only git knows (a public URL of an unknown host). */
  defaultBranch: string | null
  private: boolean
  archived: boolean
  empty: boolean
}

export interface SourceIdentity {
  /** Null for a host that reveals nothing without an account. */
  kind: ProviderKind | null
  /** The provider's own id, which stays when the repository is renamed. */
  repositoryId: string | null
  fullName: string
}

/** Throws `AppError` with the problems of this module. */
export interface Sources {
  describe(organizationId: OrganizationId, ref: RepositoryRef, call: Call): Promise<SourceDescription>
  identify(organizationId: OrganizationId, ref: RepositoryRef, call: Call): Promise<SourceIdentity>
  remote(organizationId: OrganizationId, ref: RepositoryRef, call: Call): Promise<Remote>
  commit(organizationId: OrganizationId, ref: RepositoryRef, name: string, call: Call): Promise<Commit>
  registerWebhook(
    organizationId: OrganizationId,
    ref: RepositoryRef,
    webhook: NewWebhook,
    call: Call,
  ): Promise<{ id: string }>
  findWebhooks(organizationId: OrganizationId, ref: RepositoryRef, url: string, call: Call): Promise<FoundWebhook[]>
  removeWebhook(organizationId: OrganizationId, ref: RepositoryRef, id: string, call: Call): Promise<void>
  setCommitStatus(organizationId: OrganizationId, ref: RepositoryRef, status: CommitStatus, call: Call): Promise<void>
  /** Null if the provider has no record of deployments, or the account can't write it. */
  setDeployment(
    organizationId: OrganizationId,
    ref: RepositoryRef,
    deployment: ProviderDeployment,
    call: Call,
  ): Promise<{ id: string } | null>
  pullRequest(organizationId: OrganizationId, ref: RepositoryRef, number: number, call: Call): Promise<PullRequest>
  openPullRequests(
    organizationId: OrganizationId,
    ref: RepositoryRef,
    page: { cursor: string | null },
    call: Call,
  ): Promise<Listing<ListedPullRequest>>
  putComment(
    organizationId: OrganizationId,
    ref: RepositoryRef,
    comment: PullRequestComment & { number: number },
    call: Call,
  ): Promise<{ id: string }>
  checks(organizationId: OrganizationId, ref: RepositoryRef, sha: string, call: Call): Promise<ChecksState>
}

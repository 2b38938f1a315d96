/** Dependencies of the code that decides about pushes. */
import type { GitSource } from '@longshore/source/git'
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Unsealer } from '../../../platform/secrets/unseal.ts'
import type { Sources } from '../../git-providers/worker.ts'
import type { PullRequestEvent } from '../webhook-events.schemas.ts'

/**
 * Handles an opened, updated, or closed pull request of a linked repository. It runs in the transaction that decides
 * about the delivery, so it runs once per delivery; a project with several webhooks gets one call for each. Returns
 * false when it did nothing.
 */
type OnPullRequest = (
  tx: Tx,
  organizationId: OrganizationId,
  change: { event: PullRequestEvent; environmentId: Id<'env'>; projectId: Id<'prj'>; repositoryId: string | null },
) => Promise<boolean>

export interface PushWork {
  database: Database
  unsealer: Unsealer
  sources: Sources
  git: GitSource
  publicUrl: string
  onPullRequest: OnPullRequest
}

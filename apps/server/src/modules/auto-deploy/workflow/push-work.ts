/** What deciding about pushes needs. */
import type { GitSource } from '@longshore/source/git'
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Unsealer } from '../../../platform/secrets/unseal.ts'
import type { Sources } from '../../git-providers/worker.ts'
import type { PullRequestEvent } from '../webhook-events.schemas.ts'

/**
 * A pull request of a linked repository was opened, updated or closed. In the transaction that decides about the delivery, so
 * that it is told once; a project with several hooks hears of it once by each. False: nothing came of it.
 */
type OnPullRequest = (
  tx: Tx,
  organizationId: OrganizationId,
  told: { event: PullRequestEvent; environmentId: Id<'env'>; projectId: Id<'prj'>; repositoryId: string | null },
) => Promise<boolean>

export interface PushWork {
  database: Database
  unsealer: Unsealer
  sources: Sources
  git: GitSource
  publicUrl: string
  onPullRequest: OnPullRequest
}

/**
 * Events of all Git providers in one common type. The reader for each provider creates them from a verified body and
 * drops what it can't use. All texts in them come from third parties.
 */
export interface EventRepository {
  /** Repository ID at the provider, which stays the same when the repository is renamed. */
  readonly id: string
  readonly fullName: string
}

export interface PushEvent {
  readonly kind: 'push'
  readonly repository: EventRepository
  /** Full ref, such as `refs/heads/main`, because parts of a name are never compared. */
  readonly ref: string
  /** Null when the branch was deleted. */
  readonly commit: { readonly sha: string; readonly message: string; readonly author: string } | null
  /** Changed paths of all commits in the push, or null when the provider doesn't list them all. */
  readonly changedPaths: readonly string[] | null
  readonly isForced: boolean
}

export interface PullRequestEvent {
  readonly kind: 'pull-request'
  readonly action: 'opened' | 'updated' | 'closed'
  readonly repository: EventRepository
  readonly number: number
  readonly title: string
  /** URL for people. */
  readonly url: string
  /** Source of the changes. A fork has a different repository. Null when the source was deleted. */
  readonly head: { readonly repository: EventRepository | null; readonly branch: string; readonly sha: string }
  readonly base: { readonly branch: string }
}

export type WebhookEvent = PushEvent | PullRequestEvent

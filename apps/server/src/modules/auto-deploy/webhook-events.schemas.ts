/**
 * What a forge tells us, in our words: the same for every kind. Each kind's reader makes these of a verified body and drops
 * what it cannot use; everything in them is somebody else's text.
 */
export interface EventRepository {
  /** The forge's own, which stays when the repository is renamed. */
  readonly id: string
  readonly fullName: string
}

export interface PushEvent {
  readonly kind: 'push'
  readonly repository: EventRepository
  /** Whole, such as `refs/heads/main`: never a part of a name is compared. */
  readonly ref: string
  /** Null: the branch was deleted. */
  readonly commit: { readonly sha: string; readonly message: string; readonly author: string } | null
  /** Of all commits of the push; null when the forge does not tell them all. */
  readonly changedPaths: readonly string[] | null
  readonly isForced: boolean
}

export interface PullRequestEvent {
  readonly kind: 'pull-request'
  readonly action: 'opened' | 'updated' | 'closed'
  readonly repository: EventRepository
  readonly number: number
  readonly title: string
  /** For people. */
  readonly url: string
  /** Where the changes are. A fork has another repository than the one above. Null: it is gone. */
  readonly head: { readonly repository: EventRepository | null; readonly branch: string; readonly sha: string }
  readonly base: { readonly branch: string }
}

export type WebhookEvent = PushEvent | PullRequestEvent

/**
 * Decides what pushes cause. Open pushes are decided together: at most one commit is deployed, the newest that should
 * be. The caller fetched the branch tip, so it doesn't matter in which order deliveries arrived or whether all did.
 * Pure.
 */
import type { Id } from '../../platform/ids/brand.ts'
import type { DeliveryReason } from './delivery-reasons.policy.ts'
import { isWatched, type WatchingService } from './watch-paths.policy.ts'
import type { EventRepository, PullRequestEvent, PushEvent } from './webhook-events.schemas.ts'

/** The repository and branch that an environment follows. */
export interface Linked {
  /** Null until the ID is known. Until then, the name must match. */
  readonly repositoryId: string | null
  readonly fullName: string | null
  readonly branch: string | null
}

/** Keeps the known repository ID only while the project is still linked to that repository. */
export function linkedOf(
  known: { repositoryId: string | null; fullName: string | null },
  now: { fullName: string | null; branch: string | null },
): Linked {
  const isSame = now.fullName === null || now.fullName.toLowerCase() === known.fullName?.toLowerCase()
  return {
    repositoryId: isSame ? known.repositoryId : null,
    fullName: now.fullName ?? known.fullName,
    branch: now.branch,
  }
}

export interface OpenPush {
  readonly id: Id<'whd'>
  readonly event: PushEvent
}

export interface PushFacts extends Linked {
  /** Null when the branch was deleted. */
  readonly tip: { readonly sha: string; readonly message: string | null } | null
  /** Result of an earlier delivery of the tip, or null without one. */
  readonly tipReason: DeliveryReason | 'deployed' | null
  readonly watching: { readonly environment: readonly string[]; readonly services: readonly WatchingService[] }
}

export interface PushDecision {
  /** The commit to deploy, and the delivery that represents it. */
  readonly target: { readonly sha: string; readonly id: Id<'whd'> } | null
  readonly ignored: readonly { readonly id: Id<'whd'>; readonly reason: DeliveryReason }[]
}

/** Returns why an event doesn't concern an environment, or null when it does. */
export function reasonToIgnore(event: PushEvent | PullRequestEvent, linked: Linked): DeliveryReason | null {
  if (!isLinked(event.repository, linked)) return 'other_repository'
  if (event.kind === 'pull-request') return null
  // Compares the full ref, so a tag or a branch with the same prefix doesn't match.
  if (linked.branch === null || event.ref !== `refs/heads/${linked.branch}`) return 'other_branch'
  return event.commit === null ? 'branch_deleted' : null
}

/** `pushes` are in order of arrival. */
export function decidePushes(pushes: readonly OpenPush[], facts: PushFacts): PushDecision {
  const judged = pushes.map((push) => ({ ...push, reason: reasonOf(push, facts) }))
  const unfit = judged.flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }]))
  const left = judged.filter(({ reason }) => reason === null)
  const refuse = (reason: DeliveryReason): PushDecision => ({
    target: null,
    ignored: [...unfit, ...left.map(({ id }) => ({ id, reason }))],
  })
  const newest = left.at(-1)
  if (newest === undefined) return { target: null, ignored: unfit }
  const sha = targetOf(judged, newest, facts)
  if (sha === null) return refuse('not_newest')
  // Watch paths apply to all pushes together, because the newest commit contains the changes of each.
  if (!left.some(({ event }) => isWatched(event.changedPaths, facts.watching))) return refuse('paths_not_watched')
  const { id } = left.findLast(({ event }) => event.commit?.sha === sha) ?? newest
  const passed = left.filter((each) => each.id !== id).map((each) => ({ id: each.id, reason: 'newer_commit' as const }))
  return { target: { sha, id }, ignored: [...unfit, ...passed] }
}

const skipMarkers = ['[skip deploy]', '[deploy skip]', '[no deploy]', '[skip ci]', '[ci skip]', '[no ci]']

export function hasSkipMarker(message: string): boolean {
  const text = message.toLowerCase()
  return skipMarkers.some((marker) => text.includes(marker))
}

function isLinked(repository: EventRepository, { repositoryId, fullName }: Linked): boolean {
  // Events from polling have no repository ID; Git providers always send one.
  const isByName = repositoryId === null || repository.id === ''
  return isByName ? repository.fullName === fullName : repository.id === repositoryId
}

function reasonOf({ event }: OpenPush, facts: PushFacts): DeliveryReason | null {
  const reason = reasonToIgnore(event, facts)
  if (reason !== null) return reason
  if (facts.tip === null) return 'branch_deleted'
  return hasSkipMarker(event.commit?.message ?? '') ? 'skip_marker' : null
}

/**
 * Returns the tip, unless its message says to skip it. Then the newest pushed commit that can be deployed is returned,
 * because a release bot marks only its own commit. Returns null when the tip was decided before and these deliveries
 * are late.
 */
function targetOf(
  judged: readonly (OpenPush & { reason: DeliveryReason | null })[],
  newest: OpenPush,
  { tip, tipReason }: PushFacts,
): string | null {
  const ofTip = judged.findLast(({ event }) => event.commit?.sha === tip?.sha)
  const isMarked = ofTip?.reason === 'skip_marker' || tipReason === 'skip_marker' || hasSkipMarker(tip?.message ?? '')
  if (isMarked) return newest.event.commit?.sha ?? null
  if (ofTip === undefined && tipReason !== null) return null
  return tip?.sha ?? null
}

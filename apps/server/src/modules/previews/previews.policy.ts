/** Decides what to do with a pull request; pure. It evaluates the provider's own response, never a webhook's claims. */
import type { PreviewReason, PreviewStatus } from './previews.schemas.ts'

export interface PullRequestFacts {
  isOpen: boolean
  /** Repository that the pull request is in. */
  repositoryId: string
  /** Null if it was deleted. */
  headRepositoryId: string | null
  branch: string
  sha: string
}

export interface PreviewFacts {
  status: PreviewStatus
  sha: string | null
  expiresAt: Date | null
  hasEnvironment: boolean
  isEnvironmentBeingRemoved: boolean
}

export interface PreviewRules {
  isEnabled: boolean
  hasTemplate: boolean
  maxOpen: number
  /** Null if it isn't known yet. */
  repositoryId: string | null
  /** Number of other open previews. */
  open: number
  now: Date
}

export type PreviewAction =
  | { kind: 'forget' }
  | { kind: 'keep' }
  | { kind: 'create' }
  | { kind: 'update' }
  | { kind: 'refuse'; reason: PreviewReason }
  | { kind: 'remove'; status: 'closed' | 'expired'; reason: PreviewReason }

const closed = { code: 'pull_request_closed', detail: 'The pull request was closed.' }
const expired = { code: 'expired', detail: 'The preview expired. A new commit recreates it.' }
const off = { code: 'previews_disabled', detail: 'Previews were turned off for this project.' }
const noTemplate = { code: 'no_template', detail: 'The environment that previews are copied from was deleted.' }

/** Whether it is exactly this repository: not a fork, nor another one that has the name now. */
export function isSameRepository(
  pull: Pick<PullRequestFacts, 'repositoryId' | 'headRepositoryId'>,
  linkedId: string | null,
): boolean {
  return pull.headRepositoryId === pull.repositoryId && (linkedId === null || linkedId === pull.repositoryId)
}

export function decide(rules: PreviewRules, preview: PreviewFacts, pull: PullRequestFacts | null): PreviewAction {
  const remove = (status: 'closed' | 'expired', reason: PreviewReason): PreviewAction =>
    preview.hasEnvironment || preview.status !== 'waiting' ? { kind: 'remove', status, reason } : { kind: 'forget' }
  if (!rules.isEnabled) return remove('closed', off)
  if (pull === null || !pull.isOpen) return remove('closed', closed)
  if (!isSameRepository(pull, rules.repositoryId)) return remove('closed', closed)
  const isNewCommit = preview.sha !== pull.sha
  const isOver = preview.expiresAt !== null && preview.expiresAt <= rules.now
  if (!isNewCommit && (preview.status === 'expired' || (preview.status === 'open' && isOver)))
    return remove('expired', expired)
  // Wait for one that is being removed, because two environments can't share a name.
  if (preview.isEnvironmentBeingRemoved) return { kind: 'keep' }
  if (preview.hasEnvironment) return isNewCommit || preview.status !== 'open' ? { kind: 'update' } : { kind: 'keep' }
  if (!rules.hasTemplate) return { kind: 'refuse', reason: noTemplate }
  if (rules.open >= rules.maxOpen) return { kind: 'refuse', reason: tooMany(rules.maxOpen) }
  return { kind: 'create' }
}

function tooMany(maxOpen: number): PreviewReason {
  const detail = `The project already has ${maxOpen} previews, its limit. Close another pull request, or raise the limit.`
  return { code: 'too_many_previews', detail }
}

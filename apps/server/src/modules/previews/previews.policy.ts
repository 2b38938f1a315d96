/** What becomes of a pull request; pure. The forge's own answer is judged, never what a webhook said. */
import type { PreviewReason, PreviewStatus } from './previews.schemas.ts'

export interface PullRequestFacts {
  isOpen: boolean
  /** The repository that it is in. */
  repositoryId: string
  /** Null: it is gone. */
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
  /** Null: not known yet. */
  repositoryId: string | null
  /** Others that are there. */
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

/** Exactly this repository: neither a fork, nor one that has the name now. */
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
  // One that is on its way out is waited for: two environments of one name cannot be.
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

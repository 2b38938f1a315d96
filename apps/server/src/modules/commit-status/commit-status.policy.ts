/** How a deployment is told at a forge; pure. Nothing of it is anybody's text but names of environments and our own titles. */
import type { DeploymentStatus } from '../deployments/deployments.schemas.ts'
import type { CommitState } from './commit-status.schemas.ts'

/** Null: the forge has been told before, and nothing new is to be said. */
export function commitStateOf(status: DeploymentStatus): CommitState | null {
  switch (status) {
    case 'queued':
    case 'live':
    case 'failed':
    case 'cancelled':
    case 'superseded':
      return status
    case 'retired':
      return null
    default:
      return 'running'
  }
}

const texts: Record<Exclude<CommitState, 'failed'>, string> = {
  queued: 'Queued',
  running: 'Deploying',
  live: 'Deployed',
  cancelled: 'Canceled',
  superseded: 'Replaced by a newer deployment',
}

export function describeState(state: CommitState, failure: string | null): string {
  return state === 'failed' ? (failure ?? 'Failed').slice(0, 140) : texts[state]
}

/** What forges know: pending, success, failure, and that nothing came of it. */
export function providerStateOf(state: CommitState): 'pending' | 'success' | 'failure' | 'stopped' {
  if (state === 'queued' || state === 'running') return 'pending'
  if (state === 'live') return 'success'
  return state === 'failed' ? 'failure' : 'stopped'
}

/** Previews share one name, so that a branch can be protected by it. */
export function contextOf(project: { slug: string }, environment: { slug: string; isPreview: boolean }): string {
  return `longshore/${project.slug}/${environment.isPreview ? 'preview' : environment.slug}`
}

export function isWholeHash(text: string | null | undefined): text is string {
  return typeof text === 'string' && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}

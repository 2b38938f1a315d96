/** How a deployment appears at a Git provider. The only free text in it is environment names. Pure. */
import type { DeploymentStatus } from '../deployments/deployments.schemas.ts'
import type { CommitState } from './commit-status.schemas.ts'

/** Returns null when there is nothing new to report. */
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

/** States that Git providers know: pending, success, failure, and stopped. */
export function providerStateOf(state: CommitState): 'pending' | 'success' | 'failure' | 'stopped' {
  if (state === 'queued' || state === 'running') return 'pending'
  if (state === 'live') return 'success'
  return state === 'failed' ? 'failure' : 'stopped'
}

/** Previews share one name, so a branch protection rule can require it. */
export function contextOf(project: { slug: string }, environment: { slug: string; isPreview: boolean }): string {
  return `longshore/${project.slug}/${environment.isPreview ? 'preview' : environment.slug}`
}

export function isWholeHash(text: string | null | undefined): text is string {
  return typeof text === 'string' && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}

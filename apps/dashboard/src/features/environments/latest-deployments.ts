/** Finds the versions a person can return to and the results they haven't seen. Pure. */
import type { Deployment } from '@longshore/sdk'

type Known = Pick<Deployment, 'id' | 'number' | 'status'>

/** Earlier versions that can replace the live one. The list may leave out the live one, for example with a filter. */
export function rollBackTargets<Each extends Pick<Deployment, 'status' | 'canRollBackTo'>>(
  deployments: readonly Each[],
): Each[] {
  return deployments.filter(({ canRollBackTo, status }) => canRollBackTo && status === 'retired')
}

/** The newest deployment with a result, if it failed. A later success replaces it; a canceled deployment doesn't. */
export function latestFailure<Each extends Known>(newestFirst: readonly Each[]): Each | undefined {
  const newest = newestFirst.find(({ status }) => status === 'failed' || status === 'live' || status === 'retired')
  return newest?.status === 'failed' ? newest : undefined
}

/** Deployments that went live or failed since the last read. `before` is undefined for the first read. */
export function newResults<Each extends Known>(before: readonly Known[] | undefined, now: readonly Each[]): Each[] {
  if (before === undefined) return []
  const newest = Math.max(0, ...before.map(({ number }) => number))
  const known = new Map(before.map(({ id, status }) => [id, status]))
  return now.filter(({ id, number, status }) => {
    if (status !== 'live' && status !== 'failed') return false
    const was = known.get(id)
    return was === undefined ? number > newest : was !== status && was !== 'retired'
  })
}

/** Commits whose latest deployment failed. */
export function failedCommits(newestFirst: readonly Pick<Deployment, 'status' | 'commit'>[]): Set<string> {
  const latest = new Map<string, Deployment['status']>()
  for (const { status, commit } of newestFirst.toReversed()) if (commit !== null) latest.set(commit.sha, status)
  return new Set([...latest].flatMap(([sha, status]) => (status === 'failed' ? [sha] : [])))
}

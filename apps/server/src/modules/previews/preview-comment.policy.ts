/** Text of our comment in a pull request; pure. It contains only our own words, names and URLs, no untrusted text. */
import type { DeploymentStatus } from '../deployments/deployments.schemas.ts'
import type { PreviewReason, PreviewStatus, SeedStatus } from './previews.schemas.ts'

export interface CommentFacts {
  previewId: string
  projectName: string
  status: PreviewStatus
  reason: PreviewReason | null
  sha: string | null
  address: string | null
  isLive: boolean
  deployment: { number: number; status: DeploymentStatus; failure: string | null; url: string } | null
  seed: SeedStatus
  expiresAt: Date | null
}

/** The marker is unknown to others until Longshore posts it, so a comment that contains it is ours. Markdown hides it. */
export function markerOf(previewId: string): string {
  return `[//]: # (longshore-preview ${previewId})`
}

/** Returns null if there is nothing to report yet. */
export function commentOf(facts: CommentFacts): string | null {
  const lines = facts.status === 'open' ? openLines(facts) : endedLines(facts)
  if (lines.length === 0) return null
  const title = `**Preview of ${plain(facts.projectName)}**`
  return [title, '', ...lines, '', markerOf(facts.previewId)].join('\n')
}

function openLines(facts: CommentFacts): string[] {
  const { deployment, address, isLive, seed, expiresAt, sha } = facts
  const lines: string[] = []
  if (deployment !== null)
    lines.push(`- ${stateOf(facts, deployment.status)} ([deployment #${deployment.number}](${deployment.url}))`)
  if (sha !== null) lines.push(`- Commit \`${sha.slice(0, 10)}\``)
  if (isLive && address !== null) lines.unshift(`- URL: ${address}`)
  if (seed === 'failed') lines.push('- The seed command failed. The databases might be empty.')
  if (expiresAt !== null)
    lines.push(`- Removed when the pull request closes, or on ${day(expiresAt)} without a new commit.`)
  return lines
}

function stateOf({ isLive, deployment }: CommentFacts, status: DeploymentStatus): string {
  if (status === 'live' || status === 'retired') return 'Live'
  if (status === 'failed') {
    const why = `Failed: ${plain(deployment?.failure ?? 'see the deployment')}`
    return isLive ? `${why}. The previous version keeps running` : why
  }
  if (status === 'cancelled') return 'Canceled'
  return isLive ? 'Deploying a new version' : 'Deploying'
}

function endedLines({ status, reason }: CommentFacts): string[] {
  if (status === 'waiting') return []
  const text = reason === null ? "There's no preview." : plain(reason.detail)
  return [status === 'refused' ? `- No preview: ${text}` : `- Removed. ${text}`]
}

function day(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Escapes a project's name, which is untrusted text, so that it contains no markup. */
function plain(text: string): string {
  return text.slice(0, 300).replace(/[\\`*_{}[\]<>()#|!~@]/g, (mark) => `\\${mark}`)
}

/** Deployments as vertical lines in charts. */
import type { Deployment } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import type { PlotMarker } from '../../ui/plot-markers.ts'
import type { Span } from '../../ui/time-range.ts'

export interface DeploymentMark extends PlotMarker {
  deployment: Deployment
}

/** Deployments that changed what runs, or that failed, within the span. Canceled ones changed nothing. */
export function deploymentMarks(deployments: readonly Deployment[], { from, to }: Span): DeploymentMark[] {
  return deployments
    .filter(({ status, switchedAt }) => switchedAt !== null || status === 'failed')
    .map((deployment) => ({ ...markOf(deployment), deployment }))
    .filter(({ atSeconds }) => atSeconds >= from && atSeconds <= to)
    .toSorted((a, b) => a.atSeconds - b.atSeconds)
}

function markOf({ number, status, switchedAt, finishedAt, createdAt, commit }: Deployment): PlotMarker {
  const words = text.plot
  const at = switchedAt ?? finishedAt ?? createdAt
  const subject = commit?.message.split('\n', 1)[0] ?? ''
  return {
    atSeconds: Date.parse(at) / 1_000,
    label: text.deployments.number(number),
    detail: status === 'failed' ? words.failed(subject) : subject,
    isBad: status === 'failed',
  }
}

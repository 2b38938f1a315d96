/** Header of a deployment: source, author, duration, and actions. */
import type { Deployment } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatDuration } from '../../ui/format.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { CommitText } from '../environments/commit-text.tsx'
import { deploymentStatus } from '../environments/environment-status.ts'
import { useMemberName } from '../environments/use-member-name.ts'
import { DeploymentActions } from './deployment-actions.tsx'
import { useElapsed } from './use-elapsed.ts'
import { usualDuration } from './usual-duration.ts'

export function DeploymentHead({ deployment }: { deployment: Deployment }) {
  const words = text.deployments
  const { tone, label } = deploymentStatus(deployment)
  const nameOf = useMemberName()
  const by = nameOf(deployment.createdBy)
  return (
    <Card
      title={
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          {words.one(deployment.number)}
          <Status tone={tone}>{label}</Status>
        </span>
      }
      actions={<DeploymentActions deployment={deployment} />}
    >
      <Facts
        facts={[
          { name: words.facts.commit, value: <CommitText commit={deployment.commit} /> },
          { name: words.facts.branch, value: deployment.branch ?? text.common.none },
          {
            name: words.facts.trigger,
            value: (
              <>
                {by !== null && <Avatar name={by} size={18} className="mr-1.5 align-[-0.2rem]" />}
                {words.triggers[deployment.trigger]}
                {by !== null && <span>{` ${words.by(by)}`}</span>}
                <span className="text-ink-soft">{', '}</span>
                <RelativeTime at={deployment.createdAt} />
              </>
            ),
          },
          { name: words.facts.duration, value: <Duration deployment={deployment} /> },
        ]}
      />
    </Card>
  )
}

function Duration({ deployment }: { deployment: Deployment }) {
  const { durationMs, startedAt, finishedAt } = deployment
  const usualMs = usualDuration(deployment)
  const isRunning = startedAt !== null && finishedAt === null && durationMs === null
  const elapsedMs = useElapsed(isRunning ? startedAt : null)
  const words = text.deployments
  const took = durationMs === null ? null : formatDuration(durationMs)
  return (
    <span className="tabular-nums">
      {took ?? (elapsedMs === null ? '–' : words.soFar(formatDuration(elapsedMs)))}
      {usualMs !== null && (
        <span className="ml-1.5 whitespace-nowrap text-ink-soft">{words.usually(formatDuration(usualMs))}</span>
      )}
    </span>
  )
}

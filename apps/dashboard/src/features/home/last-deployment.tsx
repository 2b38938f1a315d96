/** The latest deployment of an environment. It is read when the card becomes visible, because it needs a request of its own. */
import type { Deployment } from '@longshore/sdk'
import { listDeployments } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { shortCommit } from '../../ui/format.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Status } from '../../ui/status.tsx'
import { useSeen } from '../../ui/use-seen.ts'
import { deploymentStatus } from '../environments/environment-status.ts'

export function LastDeployment({ environmentId }: { environmentId: string }) {
  const place = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(place)
  const { data, error } = useRead(listDeployments, { id: environmentId, limit: 1 }, { enabled: isSeen })
  const last = data?.items[0]
  return (
    <div ref={place} className="min-h-9">
      {data === undefined && error === null && <Skeleton className="mt-1 h-3.5 w-3/4" />}
      {data !== undefined && last === undefined && text.home.projects.neverDeployed}
      {last !== undefined && <DeploymentSummary deployment={last} />}
    </div>
  )
}

function DeploymentSummary({ deployment }: { deployment: Deployment }) {
  const { environmentId, id, number, commit } = deployment
  const { tone, label } = deploymentStatus(deployment)
  const isPlain = deployment.status === 'live' || deployment.status === 'retired'
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <Link
          to={paths.deployment(environmentId, id)}
          className="min-w-0 truncate rounded-sm text-ink hover:underline"
          title={commit?.message}
        >
          {firstLine(commit?.message) ?? `#${number}`}
        </Link>
        {!isPlain && <Status tone={tone}>{label}</Status>}
      </div>
      <p className="mt-1 flex min-w-0 items-center gap-2">
        {commit !== null && <code>{shortCommit(commit.sha)}</code>}
        {commit !== null && commit.author !== '' && (
          <span className="flex min-w-0 items-center gap-1">
            <Avatar name={commit.author} size={15} />
            <span className="truncate">{text.home.projects.by(commit.author)}</span>
          </span>
        )}
        {/* The author belongs to the commit, and the time to the deployment. */}
        <span className="whitespace-nowrap">
          {deployment.trigger === 'rollback' ? text.home.projects.rolledBack : text.home.projects.deployed}{' '}
          <RelativeTime at={deployment.createdAt} />
        </span>
      </p>
    </>
  )
}

function firstLine(message: string | undefined): string | undefined {
  return message?.split('\n', 1)[0] || undefined
}

/** One environment of a project: what is live, and how it differs from the previous environment. */
import type { Environment, EnvironmentSummary } from '@longshore/sdk'
import { getDeployment, getEnvironment, getServer, promoteEnvironment } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { shortCommit } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { environmentStatus } from '../environments/environment-status.ts'
import { mainDomain } from '../environments/main-domain.ts'
import { EnvironmentDifference } from './environment-difference.tsx'
import { PromoteDialog } from './promote-dialog.tsx'

const words = text.projects

export interface EnvironmentCardProps {
  summary: EnvironmentSummary
  /** The previous environment in promotion order. */
  before: EnvironmentSummary | undefined
  all: readonly EnvironmentSummary[]
}

export function EnvironmentCard({ summary, before, all }: EnvironmentCardProps) {
  const environment = useRead(getEnvironment, { id: summary.id })
  const [isPromoting, setPromoting] = useState(false)
  const { tone, label } = environmentStatus(summary.status)
  return (
    <Card
      className="h-full"
      title={
        <Link to={paths.environment(summary.id)} className="break-words hover:underline">
          {summary.name}
        </Link>
      }
      actions={<Status tone={tone}>{label}</Status>}
    >
      <QueryView query={environment}>
        {(data) => (
          <div className="flex flex-col gap-4">
            <LiveLine environment={data} />
            <EnvironmentFacts environment={data} />
            {data.pendingChanges.length > 0 && (
              <Link to={paths.environment(data.id)} className="self-start">
                <Status tone="warn">{words.pending(data.pendingChanges.length)}</Status>
              </Link>
            )}
            {data.drift.length > 0 && (
              <p>
                <Status tone="warn">{words.drift(data.drift.length)}</Status>
              </p>
            )}
            {before !== undefined && <EnvironmentDifference to={data} fromId={before.id} fromName={before.name} />}
            {before !== undefined && (
              <Allowed to={promoteEnvironment}>
                <div>
                  <Button onClick={() => setPromoting(true)}>{words.promote.actionFrom(before.name)}</Button>
                </div>
              </Allowed>
            )}
          </div>
        )}
      </QueryView>
      {isPromoting && before !== undefined && environment.data !== undefined && (
        <PromoteDialog to={environment.data} firstFrom={before.id} all={all} onClose={() => setPromoting(false)} />
      )}
    </Card>
  )
}

function LiveLine({ environment: { id, liveDeploymentId } }: { environment: Environment }) {
  const live = useRead(getDeployment, { id, did: liveDeploymentId ?? '' }, { enabled: liveDeploymentId !== null })
  if (liveDeploymentId === null) return <p className="text-sm text-ink-soft">{words.neverLive}</p>
  if (live.data === undefined) return null
  const { number, commit, switchedAt, createdAt } = live.data
  return (
    <div className="text-sm">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Link to={paths.deployment(id, liveDeploymentId)} className="font-medium hover:underline">
          {words.number(number)}
        </Link>
        {commit !== null && <code>{shortCommit(commit.sha)}</code>}
        <span className="text-ink-soft">
          <RelativeTime at={switchedAt ?? createdAt} />
        </span>
      </p>
      {commit !== null && <p className="truncate text-ink-soft">{commit.message.split('\n')[0]}</p>}
    </div>
  )
}

function EnvironmentFacts({ environment: { branch, serverId, domains } }: { environment: Environment }) {
  const server = useRead(getServer, { id: serverId ?? '' }, { enabled: serverId !== null })
  const first = mainDomain({ domains })
  return (
    <Facts
      facts={[
        ...(branch === null ? [] : [{ name: words.branch, value: <code>{branch}</code> }]),
        {
          name: words.server,
          value:
            serverId === null ? (
              words.noServer
            ) : (
              <Link to={paths.server(serverId)} className="hover:underline">
                {server.data?.name ?? '…'}
              </Link>
            ),
        },
        ...(first === undefined
          ? []
          : [
              {
                name: words.address,
                value: (
                  <a href={first.url} target="_blank" rel="noreferrer" className="break-all underline">
                    {first.hostname}
                  </a>
                ),
              },
            ]),
      ]}
    />
  )
}

/** Shows a waiting or running deployment on every page of its environment. */
import type { Environment } from '@longshore/sdk'
import { listDeployments } from '@longshore/sdk/operations'
import { Link, useRouterState } from '@tanstack/react-router'
import { useList } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Status } from '../../ui/status.tsx'
import { deploymentStatus, isFinished } from './environment-status.ts'

export const recentCount = 10

export function RunningBar({ environment }: { environment: Environment }) {
  const { items } = useList(listDeployments, { id: environment.id, limit: recentCount })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const running = items.find((each) => !isFinished(each))
  if (running === undefined) return null
  const to = paths.deployment(environment.id, running.id)
  if (path === to) return null
  const words = text.deployments
  const { tone, label } = deploymentStatus(running)
  const isQueued = running.status === 'queued'
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-busy-soft px-4 py-2 text-sm"
    >
      <Status tone={tone}>{label}</Status>
      <p className="min-w-0 flex-1">
        {isQueued ? words.isQueued(running.number) : words.isRunning(running.number)}
        {isQueued && running.waitingFor !== null && <span className="ml-1.5">{running.waitingFor.detail}</span>}
      </p>
      <Link to={to} className={buttonClass('secondary')}>
        {words.watch}
      </Link>
    </div>
  )
}

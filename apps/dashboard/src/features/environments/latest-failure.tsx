/** Shows beside the title of an environment that its latest deployment failed, until a newer one succeeds. */
import type { Environment } from '@longshore/sdk'
import { listDeployments } from '@longshore/sdk/operations'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useList } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Status } from '../../ui/status.tsx'
import { toast } from '../../ui/toasts.tsx'
import { latestFailure, newResults } from './latest-deployments.ts'
import { recentCount } from './running-bar.tsx'

export function LatestFailure({ environment }: { environment: Environment }) {
  const { items } = useList(listDeployments, { id: environment.id, limit: recentCount })
  const failed = latestFailure(items)
  if (failed === undefined) return null
  return (
    <Link to={paths.deployment(environment.id, failed.id)} className="inline-flex rounded-full hover:underline">
      <Status tone="bad">{text.deployments.latestFailed(failed.number)}</Status>
    </Link>
  )
}

/** Reports a deployment that goes live, or fails while the person is on another page of its environment. */
export function useResultToasts(environment: Environment): void {
  const { data } = useList(listDeployments, { id: environment.id, limit: recentCount })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const navigate = useNavigate()
  const seen = useRef<{ environmentId: string; items: Parameters<typeof newResults>[0] } | null>(null)
  useEffect(() => {
    const items = data?.pages.flatMap((page) => page.items)
    if (items === undefined) return
    const before = seen.current?.environmentId === environment.id ? seen.current.items : undefined
    seen.current = { environmentId: environment.id, items }
    for (const { id, number, status } of newResults(before, items)) {
      const to = paths.deployment(environment.id, id)
      const isShown = path === to
      // The page of a failed deployment says everything. That it is live can be above what the person reads.
      if (isShown && status !== 'live') continue
      const words = text.deployments
      toast(status === 'live' ? words.wentLive(number) : words.hasFailed(number), {
        tone: status === 'live' ? 'good' : 'bad',
        ...(isShown ? {} : { action: { label: words.watch, onClick: () => void navigate({ to }) } }),
      })
    }
  }, [data, environment.id, path, navigate])
}

/** The overview of an environment. */
import { listAlerts, listDeployments } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { Rocket } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useList } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Note } from '../../ui/note.tsx'
import { hintFor } from '../../ui/problem-texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AlertItem } from '../alerts/alert-item.tsx'
import { EnvironmentTemplateCard } from '../catalog/environment-template-card.tsx'
import { DeploymentTable } from '../environments/deployment-table.tsx'
import { useEnvironment, useTabTitle } from '../environments/environment-context.ts'
import { recentCount } from '../environments/running-bar.tsx'
import { ScheduledCard } from '../environments/scheduled-card.tsx'
import { ServicesCard } from '../environments/services-card.tsx'
import { UrlsCard } from '../environments/urls-card.tsx'
import { UsageCard } from '../environments/usage-card.tsx'
import { AdoptionCard } from './adoption/adoption-card.tsx'
import { JobsCard } from './jobs-card.tsx'
import { StorageCard } from './storage-card.tsx'

const EnvironmentMap = lazy(() => import('./environment-map.tsx').then((file) => ({ default: file.EnvironmentMap })))

export function OverviewPage() {
  const environment = useEnvironment()
  const words = text.overview
  useTabTitle(text.environments.tabs.overview)
  return (
    <>
      <DriftNote />
      <AlertsCard />
      <AdoptionCard environmentId={environment.id} />
      <ScheduledCard environment={environment} />
      <EnvironmentTemplateCard />
      {environment.services.length > 0 && (
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <EnvironmentMap environment={environment} />
        </Suspense>
      )}
      <div className="grid min-w-0 items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-5">
          <ServicesCard environment={environment} />
          <StorageCard environment={environment} />
        </div>
        <UrlsCard environment={environment} />
      </div>
      {environment.liveDeploymentId !== null && <UsageCard environment={environment} />}
      <JobsCard environment={environment} />
      <Card
        isFlush
        title={words.recent}
        actions={
          <Link to={paths.deployments(environment.id)} className={buttonClass('quiet')}>
            {words.allDeployments}
          </Link>
        }
      >
        <RecentDeployments id={environment.id} />
      </Card>
    </>
  )
}

function RecentDeployments({ id }: { id: string }) {
  const list = useList(listDeployments, { id, limit: recentCount })
  const words = text.overview
  const empty = <EmptyState icon={Rocket} title={words.noDeployments} note={words.noDeploymentsNote} />
  return (
    <ListView list={{ ...list, hasNextPage: false }} empty={empty}>
      {(items) => <DeploymentTable deployments={items.slice(0, 5)} />}
    </ListView>
  )
}

function DriftNote() {
  const { drift } = useEnvironment()
  const words = text.overview
  if (drift.length === 0) return null
  return (
    <Note tone="warn" title={words.drift}>
      <ul className="flex flex-col gap-1.5">
        {drift.map(({ code, service, detail, hint }) => (
          <li key={`${code}/${service ?? ''}`}>
            {detail} <span className="text-ink-soft">{hintFor({ code, hint })}</span>
          </li>
        ))}
      </ul>
      <p className="text-ink-soft">{words.driftNote}</p>
    </Note>
  )
}

/** Hidden if there are no alerts. */
function AlertsCard() {
  const { id } = useEnvironment()
  const { items } = useList(listAlerts, { environmentId: id, status: 'firing' })
  if (items.length === 0) return null
  return (
    <Card isFlush title={text.overview.alerts}>
      <ul className="divide-y divide-line">
        {items.map((alert) => (
          <AlertItem key={alert.id} alert={alert} />
        ))}
      </ul>
    </Card>
  )
}

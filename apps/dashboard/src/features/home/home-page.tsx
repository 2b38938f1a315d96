import { createProject, listServers } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { useSeen } from '../../ui/use-seen.ts'
import { Checklist } from './checklist.tsx'
import { HomeAlerts } from './home-alerts.tsx'
import { HomeServers } from './home-servers.tsx'
import { ProjectCards } from './project-cards.tsx'

const Activity = lazy(async () => ({ default: (await import('../activity/activity-card.tsx')).ActivityCard }))

export function HomePage() {
  return (
    <Page
      title={text.home.title}
      actions={
        <Allowed to={createProject} hasReason>
          <Link to={paths.newProject()} className={buttonClass('primary')}>
            <Plus aria-hidden size={16} />
            {text.home.projects.add}
          </Link>
        </Allowed>
      }
    >
      <HomeAlerts />
      <Checklist />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]">
        <ProjectCards />
        <div className="flex min-w-0 flex-col gap-5">
          <HomeServers />
          <RecentActivity />
        </div>
      </div>
    </Page>
  )
}

/** Usually below the servers, out of view. Its code and its reads wait, so that they don't delay the rest of the page. */
function RecentActivity() {
  const servers = useRead(listServers, { limit: 20 })
  return servers.isPending ? null : <ActivityInView />
}

function ActivityInView() {
  const place = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(place)
  return (
    <div ref={place} className="min-h-40">
      {isSeen && (
        <Suspense>
          <Activity />
        </Suspense>
      )}
    </div>
  )
}

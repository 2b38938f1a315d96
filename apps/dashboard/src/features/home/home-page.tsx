import { createProject } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Checklist } from './checklist.tsx'
import { HomeAlerts } from './home-alerts.tsx'
import { HomeServers } from './home-servers.tsx'
import { ProjectCards } from './project-cards.tsx'

/** Below the fold, so its code isn't part of the first page. */
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
          <Suspense>
            <Activity />
          </Suspense>
        </div>
      </div>
    </Page>
  )
}

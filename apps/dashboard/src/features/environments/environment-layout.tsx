/** The layout of all pages of one environment: URL, status, actions, and pending changes. */
import type { Environment } from '@longshore/sdk'
import { createDeployment, getEnvironment, getProject } from '@longshore/sdk/operations'
import { getRouteApi, Outlet } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Page } from '../../ui/page.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Status } from '../../ui/status.tsx'
import { TabLinks } from '../../ui/tabs.tsx'
import { EnvironmentActions } from './environment-actions.tsx'
import { EnvironmentContext } from './environment-context.ts'
import { environmentStatus } from './environment-status.ts'
import { EnvironmentUrl } from './environment-url.tsx'
import { ExampleNotice } from './example-notice.tsx'
import { LatestFailure, useResultToasts } from './latest-failure.tsx'
import { MissingVariablesBar } from './missing-variables-bar.tsx'
import { PendingBar } from './pending-bar.tsx'
import { RunningBar } from './running-bar.tsx'
import { awaitsSwitch, useAdoption } from './use-adoption.ts'

const route = getRouteApi('/app/environments/$environmentId')

export function EnvironmentLayout() {
  const { environmentId } = route.useParams()
  const query = useRead(getEnvironment, { id: environmentId })
  if (query.data !== undefined) return <EnvironmentFrame environment={query.data} />
  return (
    <Page title={text.environments.title}>
      {query.error === null ? <SkeletonRows /> : <ProblemCard error={query.error} onRetry={() => query.refetch()} />}
    </Page>
  )
}

function EnvironmentFrame({ environment }: { environment: Environment }) {
  const project = useRead(getProject, { id: environment.projectId })
  const adoption = useAdoption(environment.id)
  const { tone, label } = environmentStatus(environment.status)
  useResultToasts(environment)
  const crumbs = [
    { label: text.shell.home, to: paths.home() },
    // The crumb is there from the start, so that the line doesn't change when the name arrives.
    { label: project.data?.name ?? '…', to: paths.project(environment.projectId) },
  ]
  return (
    <EnvironmentContext value={environment}>
      <Page
        title={[project.data?.name ?? '', environment.name].filter((part) => part !== '').join(' · ')}
        crumbs={crumbs}
        badge={
          <>
            <Status tone={tone}>{label}</Status>
            <LatestFailure environment={environment} />
          </>
        }
        note={<EnvironmentUrl environment={environment} />}
        actions={
          <Allowed to={createDeployment} hasReason>
            <EnvironmentActions environment={environment} />
          </Allowed>
        }
      >
        <TabLinks label={text.environments.tabsLabel} tabs={tabsOf(environment.id)} />
        {environment.status === 'deleting' && (
          <p className="rounded-lg border border-line bg-warn-soft px-4 py-3 text-sm text-warn">
            {text.environments.deleting}
          </p>
        )}
        {project.data !== undefined && <ExampleNotice project={project.data} />}
        <RunningBar environment={environment} />
        <MissingVariablesBar environment={environment} />
        {!awaitsSwitch(adoption) && <PendingBar environment={environment} />}
        <Outlet />
      </Page>
    </EnvironmentContext>
  )
}

function tabsOf(id: string) {
  const { tabs } = text.environments
  return [
    { label: tabs.overview, to: paths.environment(id), isExact: true },
    { label: tabs.deployments, to: paths.deployments(id) },
    { label: tabs.logs, to: paths.logs(id) },
    { label: tabs.services, to: paths.services(id) },
    { label: tabs.variables, to: paths.variables(id) },
    { label: tabs.domains, to: paths.environmentDomains(id) },
    { label: tabs.backups, to: paths.backups(id) },
    { label: tabs.settings, to: paths.environmentSettings(id) },
  ]
}

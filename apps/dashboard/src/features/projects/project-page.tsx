import type { Project } from '@longshore/sdk'
import { createEnvironment, createProject, getProject } from '@longshore/sdk/operations'
import { Link, useParams } from '@tanstack/react-router'
import { GitBranch, Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import { isNotFound, useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Status } from '../../ui/status.tsx'
import { findRepositoryTech } from '../../ui/tech/find-tech.ts'
import { TechIcon } from '../../ui/tech/tech-icon.tsx'
import { ActivityCard } from '../activity/activity-card.tsx'
import { orderEnvironments, promotionSource } from '../environments/environment-order.ts'
import { ExampleNotice } from '../environments/example-notice.tsx'
import { ConnectorLinksCard } from './connector-links-card.tsx'
import { CreateEnvironmentDialog } from './create-environment-dialog.tsx'
import { EnvironmentCard } from './environment-card.tsx'
import { DeployMain, MainUrl } from './main-environment-header.tsx'
import { PreviewsCard } from './previews-card.tsx'
import { ProjectMenu } from './project-menu.tsx'

const words = text.projects
const crumbs = [{ label: text.shell.home, to: paths.home() }]

export function ProjectPage() {
  const { projectId } = useParams({ strict: false })
  const project = useRead(getProject, { id: projectId ?? '' })
  if (isNotFound(project.error)) return <NotFound />
  return <QueryView query={project}>{(data) => <ProjectView project={data} />}</QueryView>
}

function ProjectView({ project }: { project: Project }) {
  const [isCreating, setCreating] = useState(false)
  const environments = orderEnvironments(project.environments)
  const main = environments[0]
  const { repository, image } = project
  const badge =
    project.deletionRequestedAt !== null ? (
      <Status tone="busy">{words.deleting}</Status>
    ) : project.status === 'analysis_failed' ? (
      <Status tone="bad">{words.analysisFailed}</Status>
    ) : undefined
  return (
    <Page
      title={project.name}
      crumbs={crumbs}
      badge={badge}
      note={
        <>
          {main !== undefined && <MainUrl environment={main} />}
          {project.description !== null && <p>{project.description}</p>}
          {repository !== null ? <SourceLink url={repository.url} name={repository.fullName} /> : <code>{image}</code>}
        </>
      }
      actions={
        <>
          {environments.length > 0 && (
            <Allowed to={createEnvironment}>
              <Button icon={<Plus aria-hidden size={16} />} onClick={() => setCreating(true)}>
                {words.newEnvironment}
              </Button>
            </Allowed>
          )}
          {main !== undefined && <DeployMain environment={main} />}
          <ProjectMenu project={project} />
        </>
      }
    >
      <ExampleNotice project={project} />
      {environments.length === 0 ? (
        <Card>
          <EmptyState icon={Layers} title={words.unfinished.title} note={words.unfinished.note}>
            <Allowed to={createProject} hasReason>
              <Link to="/projects/new" search={{ project: project.id }} className={buttonClass('primary')}>
                {words.unfinished.resume}
              </Link>
            </Allowed>
          </EmptyState>
        </Card>
      ) : (
        <section aria-label={words.environments}>
          <ul className="grid gap-5 md:grid-cols-[repeat(auto-fit,minmax(20rem,1fr))]">
            {environments.map((environment) => (
              <li key={environment.id} className="min-w-0">
                <EnvironmentCard
                  summary={environment}
                  before={promotionSource(environments, environment)}
                  all={environments}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <PreviewsCard project={project} environments={environments} />
        <ConnectorLinksCard projectId={project.id} environments={environments} />
      </div>
      <ActivityCard onlyIds={new Set([project.id, ...project.environments.map(({ id }) => id)])} />
      {isCreating && (
        <CreateEnvironmentDialog project={project} environments={environments} onClose={() => setCreating(false)} />
      )}
    </Page>
  )
}

/** People enter these URLs, so only HTTP URLs become links. */
function SourceLink({ url, name }: { url: string; name: string }) {
  if (!/^https?:\/\//.test(url)) return <code>{name}</code>
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex max-w-full items-center gap-1.5 rounded-sm hover:text-ink hover:underline"
    >
      <TechIcon tech={findRepositoryTech(url)} fallback={GitBranch} size={14} />
      <span className="break-all">{name}</span>
    </a>
  )
}

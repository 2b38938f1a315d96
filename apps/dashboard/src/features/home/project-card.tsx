import type { EnvironmentSummary, ProjectSummary } from '@longshore/sdk'
import { Link } from '@tanstack/react-router'
import { Container, FileCode2, GitBranch } from 'lucide-react'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Status, type Tone } from '../../ui/status.tsx'
import { environmentStatus } from '../environments/environment-status.ts'
import { LastDeployment } from './last-deployment.tsx'
import { mainEnvironment, shownEnvironments } from './main-environment.ts'

const words = text.home.projects
const quiet = 'rounded-sm hover:text-ink hover:underline'

export function ProjectCard({ project }: { project: ProjectSummary }) {
  const main = mainEnvironment(project.environments)
  return (
    <li className="flex min-w-0 flex-col rounded-lg border border-line bg-surface p-4 hover:border-line-strong/70">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 font-semibold">
          <Link to={paths.project(project.id)} className="block truncate rounded-sm hover:underline">
            {project.name}
          </Link>
        </h3>
        {project.deletionRequestedAt !== null && <Status tone="busy">{words.deleting}</Status>}
      </div>
      <Source project={project} />
      <div className="my-3 flex-1">
        {project.environments.length === 0 ? <Unfinished project={project} /> : <Environments project={project} />}
      </div>
      <div className="border-t border-line pt-3 text-xs text-ink-soft">
        {main === undefined ? words.neverDeployed : <LastDeployment environmentId={main.id} />}
      </div>
    </li>
  )
}

function Source({ project: { source, repository, image } }: { project: ProjectSummary }) {
  const Icon = source === 'repository' ? GitBranch : source === 'image' ? Container : FileCode2
  const name = repository?.fullName || repository?.url || image || (source === 'image' ? words.image : words.compose)
  return (
    <p className="mt-0.5 flex min-w-0 items-center gap-1.5 text-xs text-ink-soft">
      <Icon aria-hidden size={13} className="shrink-0" />
      <span className="truncate" title={name}>
        {name}
      </span>
    </p>
  )
}

function Environments({ project }: { project: ProjectSummary }) {
  const { shown, hiddenCount, previewCount } = shownEnvironments(project.environments)
  return (
    <>
      <ul aria-label={words.environments} className="flex flex-col gap-1.5">
        {shown.map((environment) => (
          <EnvironmentLine key={environment.id} environment={environment} />
        ))}
      </ul>
      {(hiddenCount > 0 || previewCount > 0) && (
        <p className="mt-1.5 flex flex-wrap gap-x-3 text-xs text-ink-soft">
          {hiddenCount > 0 && (
            <Link to={paths.project(project.id)} className={quiet}>
              {words.more(hiddenCount)}
            </Link>
          )}
          {previewCount > 0 && (
            <Link to={paths.project(project.id)} className={quiet}>
              {words.previews(previewCount)}
            </Link>
          )}
        </p>
      )}
    </>
  )
}

function EnvironmentLine({ environment }: { environment: EnvironmentSummary }) {
  const { tone, label } = environmentStatus(environment.status)
  return (
    <li className="flex items-center justify-between gap-3 text-sm">
      <Link to={paths.environment(environment.id)} className="min-w-0 truncate rounded-sm hover:underline">
        {environment.name}
      </Link>
      <Status tone={tone}>{label}</Status>
    </li>
  )
}

const tones: Record<ProjectSummary['status'], Tone> = {
  analyzing: 'busy',
  analyzed: 'info',
  analysis_failed: 'bad',
  active: 'idle',
}

/** A project without environments, whose setup isn't finished. */
function Unfinished({ project }: { project: ProjectSummary }) {
  return (
    <div className="flex items-center justify-between gap-3 text-sm">
      <Link to={paths.project(project.id)} className="truncate rounded-sm text-accent hover:underline">
        {words.setUp}
      </Link>
      <Status tone={tones[project.status]}>{words.states[project.status]}</Status>
    </div>
  )
}

import type { EnvironmentSummary, ProjectSummary } from '@longshore/sdk'
import { Link } from '@tanstack/react-router'
import { Container, FileCode2, GitBranch } from 'lucide-react'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { findImageTech, findRepositoryTech } from '../../ui/tech/find-tech.ts'
import { TechIcon } from '../../ui/tech/tech-icon.tsx'
import { environmentStatus } from '../environments/environment-status.ts'
import { LastDeployment } from './last-deployment.tsx'
import { mainEnvironment, shownEnvironments } from './main-environment.ts'

const words = text.home.projects
const quiet = 'rounded-sm hover:text-ink hover:underline'

export function ProjectCard({ project }: { project: ProjectSummary }) {
  const main = mainEnvironment(project.environments)
  return (
    <li className="flex min-w-0 flex-col rounded-lg border border-line bg-surface p-4 shadow-xs transition-[border-color,box-shadow] hover:border-line-strong/60 hover:shadow-md">
      <div className="flex items-center gap-3">
        <Tile project={project} />
        <div className="min-w-0 flex-1">
          <h3 className="min-w-0 font-semibold">
            <Link to={paths.project(project.id)} className="block truncate rounded-sm hover:underline">
              {project.name}
            </Link>
          </h3>
          <Source project={project} />
        </div>
        {project.deletionRequestedAt !== null && <Status tone="busy">{words.deleting}</Status>}
      </div>
      <div className="my-3.5 flex-1">
        {project.environments.length === 0 ? <Unfinished project={project} /> : <Environments project={project} />}
      </div>
      <div className="border-t border-line pt-3 text-xs text-ink-soft">
        {main === undefined ? words.neverDeployed : <LastDeployment environmentId={main.id} />}
      </div>
    </li>
  )
}

/** The icon of a well-known image, or initials. */
function Tile({ project: { name, image } }: { project: ProjectSummary }) {
  const tech = image === null ? undefined : findImageTech(image)
  if (tech === undefined) return <Avatar name={name} size={36} isSquare />
  return (
    <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-md border border-line bg-canvas">
      <TechIcon tech={tech} size={20} />
    </span>
  )
}

const sourceIcons = { repository: GitBranch, image: Container, compose: FileCode2 } as const

function Source({ project: { source, repository, image } }: { project: ProjectSummary }) {
  const name = repository?.fullName || repository?.url || image || (source === 'image' ? words.image : words.compose)
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-xs text-ink-soft">
      <TechIcon
        tech={repository === null ? undefined : findRepositoryTech(repository.url)}
        fallback={sourceIcons[source]}
        size={13}
      />
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

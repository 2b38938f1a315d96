/** Projects, environments and servers of the organization, with their actions. */
import type { EnvironmentSummary, ProjectSummary, Server } from '@longshore/sdk'
import {
  Boxes, Database, GitBranch, Globe, History, KeyRound, Layers, type LucideIcon, Rocket, ScrollText, Server as ServerIcon, Settings,
} from 'lucide-react' // biome-ignore format: a list
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import type { PaletteEntry } from './palette-entry.ts'

const words = text.palette

type Deploy = (environment: { id: string; name: string }) => void

export function projectEntries(projects: readonly ProjectSummary[]): PaletteEntry[] {
  return projects.map(({ id, name, repository, image }) => ({
    id,
    group: words.groups.projects,
    label: name,
    detail: repository?.fullName ?? image ?? '',
    icon: Boxes,
    to: paths.project(id),
  }))
}

export function serverEntries(servers: readonly Server[]): PaletteEntry[] {
  return servers.map(({ id, name, host }) => ({
    id,
    group: words.groups.servers,
    label: name,
    detail: host,
    icon: ServerIcon,
    to: paths.server(id),
  }))
}

export function environmentEntries(projects: readonly ProjectSummary[], deploy: Deploy): PaletteEntry[] {
  return projects.flatMap((project) =>
    project.environments.flatMap((environment) => [
      {
        id: environment.id,
        group: words.groups.environments,
        label: nameOf(project, environment),
        detail: environment.branch ?? '',
        icon: GitBranch,
        to: paths.environment(environment.id),
        isRare: true,
      },
      {
        id: `deploy ${environment.id}`,
        group: words.groups.actions,
        label: words.deploy(nameOf(project, environment)),
        detail: '',
        icon: Rocket,
        isRare: true,
        run: () => deploy({ id: environment.id, name: nameOf(project, environment) }),
      },
      ...pagesOf(project, environment),
    ]),
  )
}

const pages: readonly (readonly [string, LucideIcon, (id: string) => string])[] = [
  [words.deployments, History, paths.deployments],
  [words.logs, ScrollText, paths.logs],
  [words.services, Layers, paths.services],
  [words.variables, KeyRound, paths.variables],
  [words.domains, Globe, paths.environmentDomains],
  [words.backups, Database, paths.backups],
  [words.settings, Settings, paths.environmentSettings],
]

function pagesOf(project: ProjectSummary, environment: EnvironmentSummary): PaletteEntry[] {
  return pages.map(([page, icon, path]) => ({
    id: `${page} ${environment.id}`,
    group: words.groups.pages,
    label: words.pageOf(page, nameOf(project, environment)),
    detail: '',
    icon,
    to: path(environment.id),
    isRare: true,
  }))
}

function nameOf(project: ProjectSummary, environment: EnvironmentSummary): string {
  return `${project.name} / ${environment.name}`
}

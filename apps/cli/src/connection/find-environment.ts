/** Finds the environment of a command, without typing an ID. */
import type { EnvironmentSummary, ProjectSummary } from '@longshore/sdk'
import { getEnvironment, getProject, listProjects } from '@longshore/sdk/operations'
import type { Context } from '../context.ts'
import { CliError } from '../exit-codes.ts'
import { collectItems } from './collect-items.ts'
import type { Connection } from './connect.ts'

export interface EnvironmentTarget {
  readonly id: string
  readonly name: string
  /** Project and environment name, for messages. */
  readonly label: string
}

export async function findEnvironment(
  { environment }: Pick<Context, 'environment'>,
  connection: Connection,
  given: string | undefined,
): Promise<EnvironmentTarget> {
  const { client, link, linkedElsewhere } = connection
  const asked = given ?? environment.LONGSHORE_ENVIRONMENT
  if (asked === undefined || asked === '') {
    if (link !== null) return { ...link.environment, label: `${link.project.name}/${link.environment.name}` }
    if (linkedElsewhere !== undefined)
      throw new CliError(
        'notSignedIn',
        `This directory is linked to ${linkedElsewhere}, but you're not signed in there.`,
        `Sign in there: longshore login ${linkedElsewhere}`,
      )
    throw new CliError('usage', 'Which environment?', 'Use --env PROJECT/NAME, or link the directory: longshore link')
  }
  if (/^env_[a-z0-9]+$/.test(asked)) {
    const { id, name } = await client.call(getEnvironment, { id: asked })
    return { id, name, label: name }
  }
  const slash = asked.lastIndexOf('/')
  if (slash === -1 && link === null)
    throw new CliError(
      'usage',
      `Which project does “${asked}” belong to?`,
      'Use --env PROJECT/NAME, or link the directory first.',
    )
  const project = slash === -1 ? await linkedProject(connection) : await findProject(connection, asked.slice(0, slash))
  const found = pick(project.environments, asked.slice(slash + 1))
  if (found !== undefined) return { id: found.id, name: found.name, label: `${project.name}/${found.name}` }
  throw new CliError(
    'notFound',
    `${project.name} has no environment “${asked.slice(slash + 1)}”.`,
    choicesOf(project.environments) || 'Create one: longshore environment create PROJECT NAME --server SERVER',
  )
}

export async function findProject({ client }: Pick<Connection, 'client'>, asked: string): Promise<ProjectSummary> {
  if (/^prj_[a-z0-9]+$/.test(asked)) return await client.call(getProject, { id: asked })
  const found = await collectItems(client.items(listProjects, { q: asked }))
  const project = pick(found, asked)
  if (project === undefined)
    throw new CliError('notFound', `Unknown project “${asked}”.`, choicesOf(found) || 'See: longshore project list')
  return project
}

async function linkedProject({ client, link }: Connection): Promise<ProjectSummary> {
  return await client.call(getProject, { id: link?.project.id ?? '' })
}

/** Finds an item by ID, name or slug. */
export function pick<Item extends { id: string; name: string; slug: string }>(
  items: readonly Item[],
  asked: string,
): Item | undefined {
  return items.find((each) => each.id === asked || each.slug === asked) ?? items.find((each) => each.name === asked)
}

function choicesOf(items: readonly Pick<EnvironmentSummary, 'name'>[]): string {
  return items.length === 0 ? '' : `Available: ${items.map((each) => each.name).join(', ')}.`
}

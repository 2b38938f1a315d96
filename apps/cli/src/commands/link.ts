/** Links a directory to an environment. */
import type { EnvironmentSummary, ProjectSummary } from '@longshore/sdk'
import { listProjects } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { collectItems } from '../connection/collect-items.ts'
import { type Connection, connect } from '../connection/connect.ts'
import { findProject, pick } from '../connection/find-environment.ts'
import { removeLink } from '../connection/link.ts'
import { linkDirectory } from '../connection/link-directory.ts'
import type { Context } from '../context.ts'
import { CliError } from '../exit-codes.ts'

export const link = defineCommand({
  path: 'link',
  summary: 'Link this directory to an environment.',
  details:
    'Writes .longshore/link.json, which contains URLs and names, but no secrets. Prompts if you give no arguments.',
  arguments: [
    { name: 'PROJECT', summary: 'Project name or ID.', isOptional: true },
    { name: 'ENVIRONMENT', summary: 'Environment name or ID (default: the only one).', isOptional: true },
  ],
  examples: ['longshore link shop production'],
  async run(context, { positionals: [projectName, environmentName] }) {
    const connection = await connect(context)
    const project = await chooseProject(context, connection, projectName)
    const environment = await chooseEnvironment(context, project, environmentName)
    const created = await linkDirectory(context, connection, { project, environment })
    context.output.show(created, () => [
      [{ text: '✓ ', style: 'green' }, `Linked to ${project.name}/${environment.name} at ${created.url}.`],
    ])
    return 0
  },
})

export const unlink = defineCommand({
  path: 'unlink',
  summary: 'Unlink this directory.',
  async run(context) {
    await removeLink(context.directory)
    context.output.show({}, () => ['This directory is no longer linked.'])
    return 0
  },
})

async function chooseProject(
  context: Context,
  connection: Connection,
  asked: string | undefined,
): Promise<ProjectSummary> {
  if (asked !== undefined) return await findProject(connection, asked)
  const projects = await collectItems(connection.client.items(listProjects))
  const [only] = projects
  if (only === undefined)
    throw new CliError('notFound', 'No projects yet.', 'Create one: longshore project create NAME --url REPOSITORY')
  if (projects.length === 1) return only
  for (const project of projects) context.output.note(`  ${project.name}`)
  const name = await context.prompt.ask('Which project?', 'Add PROJECT and ENVIRONMENT.')
  return pick(projects, name) ?? (await findProject(connection, name))
}

async function chooseEnvironment(
  context: Context,
  { name, environments }: ProjectSummary,
  asked: string | undefined,
): Promise<EnvironmentSummary> {
  const [only] = environments
  if (only === undefined)
    throw new CliError(
      'notFound',
      `${name} has no environment yet.`,
      `Create one: longshore environment create ${name} production --server SERVER`,
    )
  if (asked === undefined && environments.length === 1) return only
  const names = environments.map((each) => each.name).join(', ')
  const wanted = asked ?? (await context.prompt.ask(`Which environment (${names})?`, 'Give ENVIRONMENT.'))
  const found = pick(environments, wanted)
  if (found === undefined)
    throw new CliError('notFound', `${name} has no environment “${wanted}”.`, `Available: ${names}.`)
  return found
}

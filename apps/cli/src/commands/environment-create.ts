/** Creates an environment from the analysis, or as a copy of another one, and can deploy it. */
import type { Client, Deployment, Environment, ProjectSummary } from '@longshore/sdk'
import { createDeployment, createEnvironment, finalizeProject } from '@longshore/sdk/operations'
import type { Input } from '../arguments/input.ts'
import { defineCommand } from '../command.ts'
import { type Connection, connect } from '../connection/connect.ts'
import { findEnvironment, findProject } from '../connection/find-environment.ts'
import { findServer } from '../connection/find-server.ts'
import { writeLink } from '../connection/link.ts'
import type { Context } from '../context.ts'
import { followDeployment } from '../deployments/follow.ts'
import { environmentLines } from '../terminal/environment-lines.ts'
import { followOptions } from './deploy.ts'

const options = {
  server: { type: 'string', value: 'SERVER', summary: 'Server that runs it: name, host, or ID.' },
  branch: { type: 'string', value: 'NAME', summary: "Branch to deploy (default: the project's)." },
  'copy-from': {
    type: 'string',
    value: 'ENVIRONMENT',
    summary: 'Copy the services of this environment: PROJECT/NAME or ID.',
  },
  deploy: { type: 'boolean', summary: 'Start the first deployment.' },
  ...followOptions,
  link: { type: 'boolean', summary: 'Link this directory to the new environment.' },
} as const

interface Created {
  environment: Environment
  deployment: Deployment | null
}

export const environmentCreate = defineCommand({
  path: 'environment create',
  summary: 'Create an environment with the services that the analysis found.',
  details: 'With --deploy, starts the first deployment. Set required variables first: longshore env set.',
  arguments: [
    { name: 'PROJECT', summary: 'Project name or ID.' },
    { name: 'NAME', summary: 'Environment name, such as production.' },
  ],
  options,
  examples: [
    'longshore environment create shop production --server fsn-1 --deploy --follow --link',
    'longshore environment create shop staging --copy-from shop/production',
  ],
  async run(context, input) {
    const connection = await connect(context)
    const { client, url } = connection
    const [projectName = '', name = ''] = input.positionals
    const project = await findProject(connection, projectName)
    const { environment, deployment } = await create({ context, connection, input, project, name })
    if (input.flag('link')) await link(context, connection, { project, environment })
    const target = { id: environment.id, name: environment.name, label: `${project.name}/${environment.name}` }
    const hasWholeLog = input.flag('logs')
    if (deployment !== null && (input.flag('follow') || hasWholeLog))
      return await followDeployment(context, { client, url, environment: target, deployment, hasWholeLog })
    context.output.show({ environment, deployment }, () => [
      ...environmentLines(environment, project.name),
      deployment === null
        ? `Deploy it: longshore deploy --env ${project.slug}/${environment.slug} --follow`
        : `Deployment ${deployment.number} has started.`,
    ])
    return 0
  },
})

interface CreateOptions {
  readonly context: Context
  readonly connection: Connection
  readonly input: Input<typeof options>
  readonly project: ProjectSummary
  readonly name: string
}

async function create({ context, connection, input, project, name }: CreateOptions): Promise<Created> {
  const { client } = connection
  const asked = input.text('server')
  const serverId = asked === undefined ? undefined : (await findServer(client, asked)).id
  const fields = { name, branch: input.text('branch'), serverId }
  const deploy = input.flag('deploy') || input.flag('follow') || input.flag('logs')
  const from = input.text('copy-from')
  if (from === undefined)
    return await client.call(finalizeProject, { id: project.id, body: { environment: fields, deploy } })
  const copyFrom = (await findEnvironment(context, connection, from)).id
  const environment = await client.call(createEnvironment, { body: { ...fields, projectId: project.id, copyFrom } })
  return { environment, deployment: deploy ? await start(client, environment) : null }
}

async function start(client: Client, { id }: Environment): Promise<Deployment> {
  return await client.call(createDeployment, { id, body: {} })
}

async function link(
  { directory }: Context,
  { url, organizationId }: Connection,
  { project, environment }: { project: ProjectSummary; environment: Environment },
): Promise<void> {
  await writeLink(directory, {
    url,
    ...(organizationId === undefined ? {} : { organizationId }),
    project: { id: project.id, name: project.name },
    environment: { id: environment.id, name: environment.name },
  })
}

/** Deploys a template. Values of secrets are asked for without echo, and never printed. */
import type { Client, DeployedTemplate, TemplatePreview, TemplateSource } from '@longshore/sdk'
import { deployTemplate, getTemplate, previewTemplate } from '@longshore/sdk/operations'
import type { Input } from '../arguments/input.ts'
import { yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findServer } from '../connection/find-server.ts'
import { findStorage } from '../connection/find-storage.ts'
import { linkDirectory } from '../connection/link-directory.ts'
import { readInputs, setOptions } from '../connection/template-inputs.ts'
import type { Context } from '../context.ts'
import { followDeployment } from '../deployments/follow.ts'
import { CliError, exitCodes } from '../exit-codes.ts'
import { confirmChange } from '../terminal/confirm.ts'
import { type ShownTemplate, templateLines } from '../terminal/template-lines.ts'
import type { Line } from '../terminal/text.ts'
import { followOptions } from './deploy.ts'

const options = {
  server: { type: 'string', value: 'SERVER', summary: 'Server to run on.' },
  ...setOptions,
  project: { type: 'string', value: 'NAME', summary: 'Name of the new project (default: the name of the app).' },
  domain: { type: 'string', value: 'HOSTNAME', summary: 'Hostname to attach (default: only an automatic one).' },
  storage: { type: 'string', value: 'STORAGE', summary: 'Storage location for backups (default: the only one).' },
  'no-backups': { type: 'boolean', summary: "Don't set up backups." },
  url: {
    type: 'string',
    value: 'URL',
    summary: 'URL of a template file to deploy instead of an app from the catalog.',
  },
  repository: { type: 'string', value: 'URL', summary: 'Public Git repository that contains a template.' },
  path: { type: 'string', value: 'FOLDER', summary: 'Folder of the template in --repository (default: the root).' },
  ref: { type: 'string', value: 'REF', summary: 'Branch or commit of --repository (default: the default branch).' },
  'no-deploy': { type: 'boolean', summary: "Create everything, but don't start the deployment." },
  ...followOptions,
  link: { type: 'boolean', summary: 'Link this directory to the new environment.' },
  ...yesOption,
} as const

export const catalogDeploy = defineCommand({
  path: 'catalog deploy',
  summary: 'Deploy an app from the catalog, or from a template at a URL or in a repository.',
  details:
    'Prompts for missing inputs in a terminal. If you leave a secret empty, Longshore generates it where the template allows that. Daily backups are on from the start. For a template from elsewhere, the command shows the content first, and deploys exactly that content.',
  arguments: [{ name: 'NAME', summary: 'Name of the app, from longshore catalog search.', isOptional: true }],
  options,
  examples: [
    'longshore catalog deploy node-red --server fsn-1 --follow',
    'longshore catalog deploy miniflux --server fsn-1 --set ADMIN_USERNAME=ada --set-file ADMIN_PASSWORD=password.txt',
    'longshore catalog deploy --url https://example.com/template.yaml --server fsn-1',
  ],
  async run(context, input) {
    const server = input.text('server')
    if (server === undefined)
      throw new CliError('usage', 'Which server?', 'Use --server SERVER. See: longshore server list')
    const connection = await connect(context)
    const { client, url } = connection
    const wanted = await findTemplate(context, client, input)
    const { id: serverId } = await findServer(client, server)
    const storage = input.text('storage')
    const destination = storage === undefined ? {} : { destinationId: (await findStorage(client, storage)).id }
    const inputs = await readInputs(context, input, wanted.template.inputs)
    const domain = input.text('domain')
    const deployed = await client.call(deployTemplate, {
      body: {
        ...('source' in wanted ? { source: wanted.source } : { template: wanted.name }),
        ...{ projectName: input.text('project'), serverId, inputs },
        ...(domain === undefined ? {} : { domain: { hostname: domain } }),
        backups: { enabled: !input.flag('no-backups'), ...destination },
        deploy: !input.flag('no-deploy'),
      },
    })
    const { environment, deployment, project } = deployed
    const label = `${project.name}/${environment.name}`
    if (input.flag('link')) await linkDirectory(context, connection, { project, environment })
    if (deployment === null || !(input.flag('follow') || input.flag('logs'))) {
      context.output.show(deployed, () => deployedLines(deployed, wanted.template))
      return exitCodes.ok
    }
    for (const { message } of deployed.warnings) context.output.note({ text: message, style: 'yellow' })
    const code = await followDeployment(context, {
      ...{ client, url, deployment, hasWholeLog: input.flag('logs') },
      environment: { id: environment.id, name: environment.name, label },
    })
    const { firstSteps } = wanted.template
    if (code === exitCodes.ok && firstSteps !== null) context.output.note(firstSteps)
    return code
  },
})

type Wanted =
  | { readonly name: string; readonly template: ShownTemplate }
  | { readonly source: TemplateSource; readonly template: ShownTemplate }

async function findTemplate(context: Context, client: Client, input: Input<typeof options>): Promise<Wanted> {
  const [name, url, repository] = [input.positionals[0], input.text('url'), input.text('repository')]
  if ([name, url, repository].filter((each) => each !== undefined).length !== 1)
    throw new CliError(
      'usage',
      'Which template?',
      'Use one of NAME, --url, and --repository. See: longshore catalog search',
    )
  if (name !== undefined) return { name, template: await client.call(getTemplate, { name }) }
  const preview = await client.call(previewTemplate, {
    body:
      repository === undefined ? { url: url ?? '' } : { repository, path: input.text('path'), ref: input.text('ref') },
  })
  await agree(context, preview, input.flag('yes'))
  return { source: preview.source, template: preview }
}

/** People read a template from elsewhere before it runs. */
async function agree(context: Context, preview: TemplatePreview, isAgreed: boolean): Promise<void> {
  const { output } = context
  for (const line of templateLines(preview)) output.note(line)
  for (const { severity, message } of preview.problems)
    output.note({ text: `${severity}: ${message}`, style: severity === 'error' ? 'red' : 'yellow' })
  if (!preview.valid)
    throw new CliError(
      'failed',
      'Longshore refuses a part of this template.',
      'Fix the template, or choose another one.',
    )
  await confirmChange(context, 'No one at Longshore has checked this template. Deploy it?', isAgreed)
}

function deployedLines(
  { environment, deployment, backups, warnings, project }: DeployedTemplate,
  { firstSteps }: ShownTemplate,
): Line[] {
  const [domain] = environment.domains
  const texts = {
    on: `Backups run daily to ${backups.destination?.name ?? ''}. The first one starts when the app is live.`,
    needs_storage: `No backups yet. Choose a storage location: longshore backup schedule --storage STORAGE --env ${project.slug}/${environment.slug}`,
    off: 'Backups are off.',
  }
  return [
    [{ text: '✓ ', style: 'green' }, `Created ${project.name}/${environment.name}.`],
    ...(domain === undefined ? [] : [`https://${domain.hostname}`]),
    texts[backups.state],
    ...warnings.map(({ message }): Line => ({ text: message, style: 'yellow' })),
    ...(firstSteps === null ? [] : [firstSteps]),
    ...(deployment === null
      ? []
      : [
          {
            text: `Follow it: longshore logs --deployment ${deployment.number} -f --env ${project.slug}/${environment.slug}`,
            style: 'dim',
          } as const,
        ]),
  ]
}

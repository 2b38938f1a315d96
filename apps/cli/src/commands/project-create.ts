/** Creates a project and waits for its analysis. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Client, CreateProjectRequest, Project } from '@longshore/sdk'
import { createProject, getProject } from '@longshore/sdk/operations'
import type { Input } from '../arguments/input.ts'
import { composeFile, readTextFile } from '../arguments/text-file.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findGitProvider } from '../connection/find-git-provider.ts'
import type { Context } from '../context.ts'
import { CliError, exitCodes } from '../exit-codes.ts'
import { projectLines } from '../terminal/project-lines.ts'

const waitMs = 600_000
const options = {
  repo: { type: 'string', value: 'OWNER/NAME', summary: 'Repository of a connected Git provider.' },
  provider: {
    type: 'string',
    value: 'PROVIDER',
    summary: 'Git provider connection of --repo (default: the only one).',
  },
  url: { type: 'string', value: 'URL', summary: 'URL of a public repository.' },
  image: { type: 'string', value: 'IMAGE', summary: 'Image to run instead of a repository.' },
  compose: {
    type: 'string',
    value: 'FILE',
    summary: 'Compose file to run instead of a repository. Use - for standard input.',
  },
  'compose-profile': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    summary: 'Profile of the compose file to deploy too. Use * for all.',
  },
  branch: { type: 'string', value: 'NAME', summary: 'Branch to deploy (default: the default branch).' },
  root: { type: 'string', value: 'FOLDER', summary: 'Folder of the repository to deploy.' },
  description: { type: 'string', value: 'TEXT', summary: 'Text that members see next to the name.' },
  'no-wait': { type: 'boolean', summary: "Don't wait until the analysis is finished." },
} as const

export const projectCreate = defineCommand({
  path: 'project create',
  summary: 'Create a project from a repository, an image, or a compose file.',
  details:
    'Waits until Longshore has analyzed the source, and shows what it found. Exits with 1 if the analysis fails.',
  arguments: [{ name: 'NAME', summary: 'Project name.' }],
  options,
  examples: [
    'longshore project create shop --url https://git.example.com/acme/shop.git',
    'longshore project create shop --repo acme/shop',
    'longshore project create cache --image registry.example.com/nginx:1.29',
  ],
  async run(context, input) {
    const { client } = await connect(context)
    const body = await toRequest(context, client, input)
    const created = await client.call(createProject, { body })
    const isWaiting = !input.flag('no-wait')
    if (isWaiting) context.output.note(`Analyzing ${created.name} …`)
    const project = isWaiting ? await waitForAnalysis(client, created) : created
    context.output.show(project, () => [
      ...projectLines(project),
      `Next: longshore environment create ${project.slug} production --server SERVER`,
    ])
    return project.status === 'analysis_failed' ? exitCodes.failed : exitCodes.ok
  },
})

async function toRequest(
  context: Context,
  client: Client,
  input: Input<typeof options>,
): Promise<CreateProjectRequest> {
  const [fullName, url, image, file] = [
    input.text('repo'),
    input.text('url'),
    input.text('image'),
    input.text('compose'),
  ]
  if ([fullName, url, image, file].filter((each) => each !== undefined).length !== 1)
    throw new CliError('usage', 'Where is the source?', 'Use one of --repo, --url, --image, and --compose.')
  const rootDirectory = input.text('root')
  const root = rootDirectory === undefined ? {} : { rootDirectory }
  const composeProfiles = input.list('compose-profile')
  const shared = {
    name: input.positionals[0] ?? '',
    description: input.text('description'),
    branch: input.text('branch'),
    ...(composeProfiles.length === 0 ? {} : { composeProfiles }),
  }
  if (image !== undefined) return { ...shared, image }
  if (file !== undefined) return { ...shared, compose: await readTextFile(context, file, composeFile) }
  if (url !== undefined) return { ...shared, repository: { url, ...root } }
  const { id: providerId } = await findGitProvider(client, input.text('provider'))
  return { ...shared, repository: { providerId, fullName, ...root } }
}

async function waitForAnalysis(client: Client, created: Project): Promise<Project> {
  for (const deadline = Date.now() + waitMs; ; await delay(500)) {
    const project = await client.call(getProject, { id: created.id })
    if (project.status !== 'analyzing' || Date.now() > deadline) return project
  }
}

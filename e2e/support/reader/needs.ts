/** Creates through the API what a reader needs before they start, as the frontmatter of a page lists it. */
import type { Backup, Deployment, Environment } from '@longshore/sdk'
import type { GiteaRepository, GiteaUser } from '../../fixtures/gitea-repositories.ts'
import { destinationOf } from '../backup-test-env.ts'
import { eventually } from '../eventually.ts'
import type { PersonTestEnv } from '../person/person-test-env.ts'
import { sampleApp } from '../person/sample-app.ts'
import { mustAsk, register, type ServersContext } from '../servers.ts'

export interface NeedsContext extends ServersContext {
  readonly testEnv: PersonTestEnv
  readonly gitUser: GiteaUser
  readonly repository: GiteaRepository
  /** IDs by the name of the variable that the documentation uses. */
  readonly ids: Map<string, string>
}

interface Need {
  readonly after?: readonly string[]
  readonly build: (context: NeedsContext) => Promise<void>
}

const waitMs = 300_000
const web = {
  name: 'web',
  kind: 'web',
  source: { builder: 'dockerfile' },
  port: 3000,
  healthCheck: { type: 'http', path: '/' },
}

const needs: Readonly<Record<string, Need>> = {
  server: { build: addServer },
  'git-provider': { build: connectGit },
  project: { after: ['server'], build: createProject },
  environment: { after: ['project'], build: (context) => createEnvironment(context, 'production') },
  staging: { after: ['environment'], build: createStaging },
  database: { after: ['environment'], build: addDatabase },
  storage: { build: addStorage },
  backup: { after: ['database', 'storage'], build: backUp },
  domain: { after: ['environment'], build: attachDomain },
  'failed-deployment': { after: ['environment'], build: failDeployment },
  channel: { build: addChannel },
}

export async function provide(context: NeedsContext, wanted: readonly string[]): Promise<void> {
  const done = new Set<string>()
  const build = async (name: string): Promise<void> => {
    if (done.has(name)) return
    done.add(name)
    const need = needs[name]
    if (need === undefined) throw new Error(`“${name}” isn't one of ${Object.keys(needs).join(', ')}`)
    for (const each of need.after ?? []) await build(each)
    await need.build(context)
  }
  for (const name of wanted) await build(name)
}

async function addServer(context: NeedsContext): Promise<void> {
  const { target } = context.testEnv
  const body = { name: 'fsn-1', host: target.address, username: 'root', privateKey: target.keys.root.privateKey }
  const { id } = await register(context, body)
  context.ids.set('SERVER', id)
}

async function connectGit(context: NeedsContext): Promise<void> {
  const { gitea } = context.testEnv
  const body = { kind: 'gitea', baseUrl: gitea.url, token: context.gitUser.token }
  const created = await mustAsk<{ id: string }>(context, 'POST', '/git-provider/save-token', body)
  context.ids.set('GIT_PROVIDER', created.id)
}

async function createProject(context: NeedsContext): Promise<void> {
  const providerId = context.ids.get('GIT_PROVIDER')
  const { url, fullName } = context.repository
  const body = { name: 'shop', repository: providerId === undefined ? { url } : { providerId, fullName } }
  const { id } = await mustAsk<{ id: string }>(context, 'POST', '/projects', body)
  context.ids.set('PROJECT', id)
  await eventually('the project is analyzed', () => mustAsk<{ status: string }>(context, 'GET', `/projects/${id}`), {
    holds: ({ status }) => status !== 'analyzing',
    withinMs: waitMs,
  })
}

async function createEnvironment(context: NeedsContext, name: string): Promise<void> {
  const body = { projectId: idOf(context, 'PROJECT'), name, branch: 'main', serverId: idOf(context, 'SERVER') }
  const { id } = await mustAsk<{ id: string }>(context, 'POST', '/environments', body)
  context.ids.set(name === 'production' ? 'ENVIRONMENT' : name.toUpperCase(), id)
  await mustAsk(context, 'POST', `/environments/${id}/services`, { services: [web] })
  await deploy(context, id, 'live')
  const environment = await mustAsk<Environment>(context, 'GET', `/environments/${id}`)
  if (name === 'production') context.ids.set('SERVICE', environment.services[0]?.id ?? '')
}

async function createStaging(context: NeedsContext): Promise<void> {
  await createEnvironment(context, 'staging')
}

async function addDatabase(context: NeedsContext): Promise<void> {
  const id = idOf(context, 'ENVIRONMENT')
  await mustAsk(context, 'POST', `/environments/${id}/services`, { services: [web, { name: 'db', kind: 'postgres' }] })
  await deploy(context, id, 'live')
  const { services } = await mustAsk<Environment>(context, 'GET', `/environments/${id}`)
  context.ids.set('DATABASE', services.find(({ name }) => name === 'db')?.id ?? '')
}

async function addStorage(context: NeedsContext): Promise<void> {
  const body = { name: 'Backups', ...destinationOf(context.testEnv.s3), prefix: context.person.organizationId }
  const { id } = await mustAsk<{ id: string }>(context, 'POST', '/backup-destinations', body)
  context.ids.set('STORAGE', id)
}

async function backUp(context: NeedsContext): Promise<void> {
  const at = `/environments/${idOf(context, 'ENVIRONMENT')}/backups`
  await mustAsk(context, 'PATCH', `${at}/config`, {
    destination: { id: idOf(context, 'STORAGE') },
    restoreTests: 'off',
  })
  const { items } = await mustAsk<{ items: [Backup] }>(context, 'POST', `${at}/trigger`, {})
  const [{ id }] = items
  context.ids.set('BACKUP', id)
  const ended = await eventually('the backup ends', () => mustAsk<Backup>(context, 'GET', `${at}/${id}`), {
    holds: ({ finishedAt }) => finishedAt !== null,
    withinMs: waitMs,
  })
  if (ended.status !== 'succeeded') throw new Error(`the backup ended ${ended.status}`)
}

async function attachDomain(context: NeedsContext): Promise<void> {
  const body = { hostname: 'shop.example.com' }
  await mustAsk(context, 'POST', `/environments/${idOf(context, 'ENVIRONMENT')}/domain`, body)
  const { items } = await mustAsk<{ items: { id: string }[] }>(context, 'GET', '/domains')
  context.ids.set('DOMAIN', items[0]?.id ?? '')
}

async function failDeployment(context: NeedsContext): Promise<void> {
  await context.repository.push(sampleApp('broken'))
  await deploy(context, idOf(context, 'ENVIRONMENT'), 'failed')
}

async function addChannel(context: NeedsContext): Promise<void> {
  const body = { name: 'Ops', kind: 'email', config: { to: 'ops@example.com' } }
  const { id } = await mustAsk<{ id: string }>(context, 'POST', '/notification-connectors', body)
  context.ids.set('CHANNEL', id)
}

async function deploy(context: NeedsContext, environmentId: string, expected: string): Promise<void> {
  const at = `/environments/${environmentId}/deployments`
  const { id } = await mustAsk<{ id: string }>(context, 'POST', at, {})
  context.ids.set('DEPLOYMENT', id)
  const ended = await eventually('the deployment ends', () => mustAsk<Deployment>(context, 'GET', `${at}/${id}`), {
    holds: ({ finishedAt }) => finishedAt !== null,
    withinMs: waitMs,
  })
  if (ended.status !== expected) throw new Error(`the deployment ended ${ended.status}: ${JSON.stringify(ended.error)}`)
}

function idOf({ ids }: NeedsContext, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`${name} doesn't exist yet`)
  return id
}

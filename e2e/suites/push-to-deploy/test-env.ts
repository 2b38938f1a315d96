/**
 * A Longshore with one server, a real Gitea that reaches it, and shops: each is a repository, a project and an
 * environment.
 */
import type { AutoDeploy, Deployment, Environment, GitProvider, Page, Project, WebhookDelivery } from '@longshore/sdk'
import { type Gitea, type GiteaUser, startGitea } from '../../fixtures/gitea.ts'
import { type App, type DeployTestEnv, startDeployTestEnv, webService } from '../../support/deploy-test-env.ts'
import { readUntil } from '../../support/eventually.ts'
import type { Report } from '../../support/report.ts'
import { mustAsk } from '../../support/servers.ts'

export interface PushTestEnv extends AsyncDisposable {
  readonly report: Report
  readonly deploys: DeployTestEnv
  readonly gitea: Gitea
  readonly ada: GiteaUser
  /** Token of a user with read access. */
  readonly reader: string
  readonly providerId: string
}

export interface Shop {
  readonly name: string
  readonly app: App
  /** `owner/name` at the Git provider. */
  readonly fullName: string
}

/** A webhook, as Gitea lists it. */
interface Hook {
  readonly id: number
  readonly config: { readonly url: string }
}

export type Topic = (testEnv: PushTestEnv) => Promise<void>

export const deployedWithinMs = 90_000

/** Short intervals, so that periodic checks happen within a suite. */
const environment = { WEBHOOK_CHECK_SECONDS: '3', GIT_POLL_SECONDS: '2' }

export async function openTestEnv(report: Report): Promise<PushTestEnv> {
  await using stack = new AsyncDisposableStack()
  const gitea = stack.use(await startGitea())
  // Gitea's commands can't run concurrently, so they run first.
  const ada = await gitea.createUser('ada')
  const token = await gitea.createToken(ada, ['write:repository', 'read:user', 'write:issue'])
  const reader = await gitea.createToken(await gitea.createUser('reader'), ['read:repository', 'read:user'])
  const deploys = stack.use(await startDeployTestEnv({ report, instance: { environment } }))
  const body = { kind: 'gitea', baseUrl: gitea.url, token }
  const { id: providerId }: GitProvider = await mustAsk(deploys, 'POST', '/git-provider/save-token', body)
  const moved = stack.move()
  return { report, deploys, gitea, ada, reader, providerId, [Symbol.asyncDispose]: () => moved.disposeAsync() }
}

const server = `import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
const text = readFileSync('version.txt', 'utf8')
createServer((request, response) => response.end(text)).listen(3000, '0.0.0.0')
process.on('SIGTERM', () => process.exit(0))
`

/** `link` says by which account its project is linked. */
export async function openShop(
  testEnv: PushTestEnv,
  name: string,
  link: (fullName: string) => Promise<string> = async () => testEnv.providerId,
): Promise<Shop> {
  const { gitea, ada, deploys } = testEnv
  const files = {
    Dockerfile: 'FROM node:24-slim\nWORKDIR /app\nCOPY . ./\nCMD ["node", "server.mjs"]\n',
    'server.mjs': server,
    'version.txt': 'first',
  }
  const { fullName, url } = await gitea.createRepository(ada, { name, isPrivate: true, files })
  const repository = { providerId: await link(fullName), fullName }
  const project: Project = await mustAsk(deploys, 'POST', '/projects', { name, repository })
  const serverId = deploys.servers[0]?.id
  const body = { projectId: project.id, name: 'production', branch: 'main', serverId }
  const made: Environment = await mustAsk(deploys, 'POST', '/environments', body)
  await mustAsk(deploys, 'POST', `/environments/${made.id}/services`, { services: [webService()] })
  return { name, fullName, app: { environmentId: made.id, projectId: project.id, folder: '', repositoryUrl: url } }
}

export async function setAutoDeploy({ deploys }: PushTestEnv, { app }: Shop, body: object): Promise<AutoDeploy> {
  return await mustAsk(deploys, 'PATCH', `/environments/${app.environmentId}/auto-deploy`, body)
}

let serial = 0

/** Pushes with the Git provider's own editor and returns the commit. */
export async function push(
  { gitea, ada }: PushTestEnv,
  { fullName }: Shop,
  {
    path,
    text = 'any',
    message = 'change',
    branch = 'main',
  }: Partial<Record<'path' | 'text' | 'message' | 'branch', string>> = {},
): Promise<string> {
  serial += 1
  const at = `/repos/${fullName}/contents/${path ?? `pushes/${serial}.txt`}`
  const content = { message, branch, content: Buffer.from(text).toString('base64') }
  const readFile = (): Promise<{ sha: string }> => gitea.api('GET', `${at}?ref=${branch}`, { token: ada.token })
  const findFile = () => readFile().catch(() => null)
  const save = async () => {
    const old = path === undefined ? null : await findFile()
    const body = old === null ? content : { ...content, sha: old.sha }
    const method = old === null ? 'POST' : 'PUT'
    const { commit }: { commit: { sha: string } } = await gitea.api(method, at, { token: ada.token, body })
    return commit.sha
  }
  // For a moment after the first push Gitea does not know what is in a repository.
  const saved = await readUntil(() => save().catch(() => undefined), isFound, { withinMs: 15_000 })
  return saved ?? (await save())
}

export async function listDeployments({ deploys }: PushTestEnv, { app }: Shop): Promise<Deployment[]> {
  const path = `/environments/${app.environmentId}/deployments?limit=100`
  const { items }: Page<Deployment> = await mustAsk(deploys, 'GET', path)
  return items
}

export async function listDeliveries({ deploys }: PushTestEnv, { app }: Shop): Promise<WebhookDelivery[]> {
  const path = `/environments/${app.environmentId}/webhook-deliveries?limit=100`
  const { items }: Page<WebhookDelivery> = await mustAsk(deploys, 'GET', path)
  return items
}

export async function listHooks({ gitea, ada }: PushTestEnv, { fullName }: Shop): Promise<Hook[]> {
  return await gitea.api('GET', `/repos/${fullName}/hooks`, { token: ada.token })
}

export function isFound(found: unknown): boolean {
  return found !== undefined
}

/** The live deployment of a commit. */
export async function waitForLive(testEnv: PushTestEnv, shop: Shop, sha: string): Promise<Deployment | undefined> {
  const find = async () =>
    (await listDeployments(testEnv, shop)).find(({ commit, status }) => commit?.sha === sha && status === 'live')
  return await readUntil(find, isFound, { withinMs: deployedWithinMs })
}

/** The decision about the push of a commit. */
export async function waitForDecision(
  testEnv: PushTestEnv,
  shop: Shop,
  sha: string,
): Promise<WebhookDelivery | undefined> {
  const find = async () =>
    (await listDeliveries(testEnv, shop)).find(({ commit, decidedAt }) => commit?.sha === sha && decidedAt !== null)
  return await readUntil(find, isFound, { withinMs: 30_000 })
}

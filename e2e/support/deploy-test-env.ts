/**
 * Everything that a deployment needs, for real: an instance with buildx and the proxy program, target servers, and a
 * Git server with custom repositories. Apps change by commits and are deployed through the API.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Deployment } from '@longshore/sdk'
import { loadBaseImages } from '../fixtures/base-images.ts'
import { ensureBuildx } from '../fixtures/buildx.ts'
import { GitServer } from '../fixtures/git-server.ts'
import { ensureProxyProgram } from '../fixtures/proxy-program.ts'
import { addCommit, createRepository, type RepositoryFile } from '../fixtures/repository.ts'
import { startTarget, type Target, type TargetUser } from '../fixtures/target.ts'
import { type SignedIn, signUp } from './client.ts'
import { type Instance, type InstanceOptions, startInstance } from './instance.ts'
import type { Report } from './report.ts'
import { bodyFor, mustAsk, register, type ServersContext, serverEnvironment } from './servers.ts'

export interface DeployTestEnvOptions {
  readonly report: Report
  readonly targets?: number
  readonly user?: TargetUser
  /** Loaded under their usual names on each target. */
  readonly baseImages?: readonly string[]
  readonly instance?: InstanceOptions
  /** Runs before images are loaded. */
  readonly prepare?: (target: Target) => Promise<void>
}

export interface App {
  readonly environmentId: string
  readonly projectId: string
  readonly folder: string
  readonly repositoryUrl: string
}

export interface DeployServer {
  readonly target: Target
  readonly id: string
}

export interface DeployTestEnv extends ServersContext, AsyncDisposable {
  readonly servers: readonly DeployServer[]
  /** A repository with these files on the Git server. */
  publish(name: string, files: readonly RepositoryFile[]): Promise<Pick<App, 'folder' | 'repositoryUrl'>>
  /** Creates a repository with these files, a project, and an environment on a server with these services. */
  createApp(name: string, app: NewApp): Promise<App>
  commit(app: App, files: readonly RepositoryFile[], message?: string): Promise<string>
  /** Starts a deployment and returns its id. */
  deploy(app: App, body?: Record<string, unknown>): Promise<string>
  read(app: App, deploymentId: string): Promise<Deployment>
  /** Until `holds`, or until its end. */
  waitFor(app: App, deploymentId: string, holds?: (deployment: Deployment) => boolean): Promise<Deployment>
}

export interface NewApp {
  readonly files: readonly RepositoryFile[]
  readonly services: readonly Record<string, unknown>[]
  readonly server?: DeployServer
}

const waitMs = 600_000
const terminal = new Set(['live', 'failed', 'cancelled', 'superseded', 'retired'])

/** Settings that a worker needs for deployments. */
export async function deployEnvironment(): Promise<Record<string, string>> {
  const [buildx, proxy] = await Promise.all([ensureBuildx(), ensureProxyProgram()])
  return { ...serverEnvironment, BUILDX_PROGRAM: buildx, PROXY_PROGRAMS_DIRECTORY: proxy }
}

export async function startDeployTestEnv(options: DeployTestEnvOptions): Promise<DeployTestEnv> {
  await using stack = new AsyncDisposableStack()
  const { report, user, baseImages = ['node:24-slim'] } = options
  const environment = { ...(await deployEnvironment()), ...options.instance?.environment }
  const folder = await mkdtemp(join(tmpdir(), 'longshore-world-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const git = stack.use(await GitServer.start({ root: folder }))
  const startOne = async () => {
    const target = stack.use(await startTarget({ publishPorts: [80, 443] }))
    await options.prepare?.(target)
    await loadBaseImages(target, baseImages)
    return target
  }
  // Runs concurrently, because each mostly waits, and all to their end, so that everything that was started is also
  // stopped.
  const starting = Array.from({ length: options.targets ?? 1 }, startOne)
  const instanceStarting = startInstance({ ...options.instance, environment })
  await Promise.allSettled([...starting, instanceStarting])
  const instance = stack.use(await instanceStarting)
  const targets = await Promise.all(starting)
  const testEnv = await joinInstance({
    instance,
    report,
    git,
    folder,
    targets,
    ...(user === undefined ? {} : { user }),
  })
  const owned = stack.move()
  return { ...testEnv, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

export interface JoinOptions {
  readonly instance: Instance
  readonly report: Report
  readonly git: GitServer
  /** The folder that the Git server serves. */
  readonly folder: string
  readonly targets: readonly Target[]
  readonly user?: TargetUser
  /** The user who deploys; a new account by default. */
  readonly person?: SignedIn
}

/** A new organization with these servers, on an instance that others may use, too. */
export async function joinInstance(options: JoinOptions): Promise<DeployTestEnv> {
  const { instance, report, git, folder, targets, user = 'root' } = options
  const context: ServersContext = { instance, report, person: options.person ?? (await signUp(instance)) }
  const servers: DeployServer[] = []
  for (const target of targets) servers.push({ target, id: (await register(context, bodyFor(target, user))).id })
  return { ...context, servers, ...appCalls(context, { folder, git, servers }), [Symbol.asyncDispose]: ownsNothing }
}

interface Ground {
  folder: string
  git: GitServer
  servers: readonly DeployServer[]
}

function appCalls(context: ServersContext, { folder, git, servers }: Ground) {
  const at = (app: App, rest = '') => `/environments/${app.environmentId}/deployments${rest}`
  const read = (app: App, id: string) => mustAsk<Deployment>(context, 'GET', at(app, `/${id}`))
  const publish = async (name: string, files: readonly RepositoryFile[]) => {
    const own = join(folder, `${name}.git`)
    await createRepository(own, files)
    return { folder: own, repositoryUrl: git.url(`${name}.git`) }
  }
  return {
    publish,
    async createApp(name: string, { files, services, server = servers[0] }: NewApp): Promise<App> {
      const { folder: own, repositoryUrl } = await publish(name, files)
      const project = await mustAsk(context, 'POST', '/projects', { name, repository: { url: repositoryUrl } })
      const body = { projectId: project.id, name: 'production', branch: 'main', serverId: server?.id }
      const environment = await mustAsk(context, 'POST', '/environments', body)
      await mustAsk(context, 'POST', `/environments/${environment.id}/services`, { services })
      return { environmentId: environment.id, projectId: project.id, folder: own, repositoryUrl }
    },
    commit: (app: App, files: readonly RepositoryFile[], message = 'change') => addCommit(app.folder, files, message),
    deploy: async (app: App, body: Record<string, unknown> = {}): Promise<string> =>
      (await mustAsk(context, 'POST', at(app), body)).id,
    read,
    async waitFor(
      app: App,
      id: string,
      holds = (deployment: Deployment) => terminal.has(deployment.status),
    ): Promise<Deployment> {
      for (const deadline = Date.now() + waitMs; ; await delay(100)) {
        const deployment = await read(app, id)
        if (holds(deployment) || terminal.has(deployment.status)) return deployment
        if (Date.now() > deadline)
          throw new Error(`deployment ${deployment.number} stays ${deployment.status} in ${deployment.step}`)
      }
    },
  }
}

/** A small web server in Node: `GET /` answers with the given text. */
export function nodeApp(text: string, extra = ''): RepositoryFile[] {
  const server = `import { createServer } from 'node:http'
createServer((request, response) => response.end(${JSON.stringify(text)})).listen(3000, '0.0.0.0')
process.on('SIGTERM', () => process.exit(0))
`
  const dockerfile = `FROM node:24-slim\nWORKDIR /app\n${extra}COPY server.mjs ./\nCMD ["node", "server.mjs"]\n`
  return [
    { path: 'Dockerfile', content: dockerfile },
    { path: 'server.mjs', content: server },
  ]
}

/** The service of such an app. */
export function webService(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'web',
    kind: 'web',
    source: { builder: 'dockerfile' },
    port: 3000,
    healthCheck: { type: 'http', path: '/', intervalSeconds: 1, startPeriodSeconds: 20 },
    stabilitySeconds: 0,
    drainSeconds: 0,
    ...more,
  }
}

/** A test environment on parts that belong to another test environment. */
export async function ownsNothing(): Promise<void> {
  await Promise.resolve()
}

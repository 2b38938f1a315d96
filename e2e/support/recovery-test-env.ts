/** A whole Longshore, a real server, and an app in a Git repository that is deployed repeatedly. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deployment } from '@longshore/sdk'
import { createSqlClient } from '../../apps/server/src/testing/sql-client.ts'
import { loadBaseImages } from '../fixtures/base-images.ts'
import { ensureBuildx } from '../fixtures/buildx.ts'
import { GitServer } from '../fixtures/git-server.ts'
import { ensureProxyProgram } from '../fixtures/proxy-program.ts'
import { createRepository, git } from '../fixtures/repository.ts'
import { startTarget, type Target, type TargetUser } from '../fixtures/target.ts'
import { callAs, type SignedIn, signUp } from './client.ts'
import { eventually } from './eventually.ts'
import { FaultProxy } from './fault-proxy.ts'
import { type Instance, startInstance } from './instance.ts'
import type { ResponseView } from './response-view.ts'

export interface RecoveryTestEnv extends AsyncDisposable {
  readonly target: Target
  /** A proxy between the worker and the server's sshd. */
  readonly line: FaultProxy
  readonly instance: Instance
  readonly me: SignedIn
  readonly sql: ReturnType<typeof createSqlClient>
  readonly environmentId: string
  readonly projectId: string
  readonly serverId: string
  /** The value of a secret variable, which occurs nowhere else. */
  readonly sentinel: string
  /** Creates a new commit, so that there is something to build. */
  commit(files: Record<string, string>): Promise<void>
}

export interface RecoveryTestEnvOptions {
  user?: TargetUser
  environment?: Record<string, string>
  services?: object[]
  /** Images besides the app's own base images. */
  baseImages?: readonly string[]
}

/** A worker that also records which process claimed a run. */
export const killableWorker = join(import.meta.dirname, 'killable-worker.ts')

const base = 'node:24-slim'
/** Its behavior is in version.json: `breaksBehindProxy` answers 500 to what came through the proxy, `releaseMs` holds the release command. */
const serverCode = `
const { createServer } = require('node:http')
const { version, breaksBehindProxy = false } = require('./version.json')
const server = createServer((request, response) => {
  const isProxied = request.headers['x-forwarded-for'] !== undefined
  response.writeHead(breaksBehindProxy && isProxied ? 500 : 200).end(version + ' ' + process.pid)
})
server.listen(Number(process.env.PORT || 8080), () => console.log('listening'))
process.on('SIGTERM', () => server.close(() => process.exit(0)))
`
const releaseCode = `
const { releaseMs = 0 } = require('./version.json')
setTimeout(() => console.log('migrated'), releaseMs)
`
const dockerfile = `FROM ${base}\nWORKDIR /app\nCOPY . .\nUSER 1000\nCMD ["node", "server.js"]\n`

export const quickHealth = {
  type: 'http',
  path: '/',
  intervalSeconds: 1,
  timeoutSeconds: 2,
  retries: 20,
  startPeriodSeconds: 0,
}
export const webService = {
  name: 'web',
  kind: 'web',
  source: { builder: 'dockerfile' },
  port: 8080,
  healthCheck: quickHealth,
  releaseCommand: ['node', 'release.js'],
  drainSeconds: 1,
  stabilitySeconds: 1,
}
const workerService = { name: 'jobs', kind: 'worker', sharesImageWith: 'web', drainSeconds: 1, stabilitySeconds: 1 }

export async function openRecoveryTestEnv(options: RecoveryTestEnvOptions = {}): Promise<RecoveryTestEnv> {
  await using stack = new AsyncDisposableStack()
  const user = options.user ?? 'root'
  const [target, buildx, proxyPrograms] = await Promise.all([
    startTarget({ publishPorts: [80, 443] }),
    ensureBuildx(),
    ensureProxyProgram(),
  ])
  stack.use(target)
  await loadBaseImages(target, [base, ...(options.baseImages ?? [])])
  const line = stack.use(await FaultProxy.start(target.port))
  const folder = await mkdtemp(join(tmpdir(), 'longshore-deploy-world-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const repository = join(folder, 'app.git')
  await createRepository(repository, [
    { path: 'Dockerfile', content: dockerfile },
    { path: 'server.js', content: serverCode },
    { path: 'release.js', content: releaseCode },
    { path: 'version.json', content: JSON.stringify({ version: 'first' }) },
  ])
  const gitea = stack.use(await GitServer.start({ root: folder }))
  const environment = {
    SSH_ALLOW: '127.0.0.1:1024-65535',
    SERVER_CHECK_SECONDS: '5',
    SERVER_RECONCILE_SECONDS: '5',
    API_REQUESTS_PER_MINUTE: '1000000',
    BUILDX_PROGRAM: buildx,
    PROXY_PROGRAMS_DIRECTORY: proxyPrograms,
    // Dozens of starts share compiled modules within this test environment.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...options.environment,
  }
  const workerMain = killableWorker
  // PostgreSQL is killed, too, and committed data must survive.
  const instance = stack.use(await startInstance({ environment, workerMain, prepare: createArms, durable: true }))
  const sql = stack.use(createSqlClient(instance.databaseUrl))
  const me = await signUp(instance)
  const ask = asker(instance, me)
  const { privateKey } = target.keys[user]
  const server = await ask('POST', '/servers', {
    name: 'target',
    host: line.host,
    port: line.port,
    username: user,
    privateKey,
  })
  await eventually('the server is ready', async () => (await ask('GET', `/servers/${server.id}`)).status === 'ready', {
    retriesErrors: true,
  })
  const project = await ask('POST', '/projects', { name: 'App', repository: { url: gitea.url('app.git') } })
  await eventually(
    'the analysis ended',
    async () => {
      const { analysis } = await ask('GET', `/projects/${project.id}`)
      return analysis.finishedAt !== null
    },
    { retriesErrors: true },
  )
  const sentinel = `sentinel-${crypto.randomUUID()}`
  const finalized = await ask('POST', `/projects/${project.id}/finalize`, {
    environment: { name: 'production', branch: 'main', serverId: server.id },
    services: options.services ?? [webService, workerService],
    variables: [{ key: 'TOP_SECRET', value: sentinel, secret: true, scope: 'runtime' }],
    deploy: false,
  })
  let commits = 0
  const moved = stack.move()
  return {
    target,
    line,
    instance,
    me,
    sql,
    sentinel,
    environmentId: finalized.environment.id,
    projectId: project.id,
    serverId: server.id,
    async commit(files) {
      commits += 1
      await addCommit(repository, files, commits)
    },
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}

/** Tables of the killable worker. */
export async function createArms(databaseUrl: string): Promise<void> {
  await using sql = createSqlClient(databaseUrl)
  await sql.query('create table test_arms (point text primary key)')
  await sql.query('create table test_claims (seq bigserial primary key, run_id uuid, process_id int)')
  await sql.query('create table test_kills (point text, subject text, killed_at timestamptz default clock_timestamp())')
}

async function addCommit(folder: string, files: Record<string, string>, number: number): Promise<void> {
  const head = `commit refs/heads/main\ncommitter suite <suite@example.com> ${1_700_000_000 + number} +0000\n`
  const message = `change ${number}`
  const changes = Object.entries(files).map(
    ([path, content]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(content)}\n${content}\n`,
  )
  const input = `${head}data ${message.length}\n${message}\nfrom refs/heads/main^0\n${changes.join('')}`
  await git(folder, ['fast-import', '--quiet', '--force'], input)
}

export type Ask = <Body = ResponseView>(method: string, path: string, body?: unknown) => Promise<Body>

/** Sends a request that must succeed. */
export function asker(instance: Pick<Instance, 'url'>, me: SignedIn): Ask {
  return async <Body = ResponseView>(method: string, path: string, body?: unknown) => {
    const answer = await callAs<Body>(instance, me, { method, path, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
}

export const finalStatuses: ReadonlySet<string> = new Set(['live', 'failed', 'cancelled', 'superseded', 'retired'])

export interface Behavior {
  version: string
  breaksBehindProxy?: boolean
  releaseMs?: number
}

/** Requests a deployment with a change to build. */
export async function requestDeployment(testEnv: RecoveryTestEnv, behavior: Behavior): Promise<Deployment> {
  await testEnv.commit({ 'version.json': JSON.stringify(behavior) })
  return await asker(testEnv.instance, testEnv.me)('POST', `/environments/${testEnv.environmentId}/deployments`, {})
}

export async function readDeployment(testEnv: RecoveryTestEnv, id: string): Promise<Deployment> {
  return await asker(testEnv.instance, testEnv.me)('GET', `/environments/${testEnv.environmentId}/deployments/${id}`)
}

/** The response to a visitor through the proxy; null if the app doesn't respond. */
export async function visit(testEnv: RecoveryTestEnv): Promise<string | null> {
  const hostname = await hostnameOf(testEnv)
  if (hostname === null) return null
  const args = ['curl', '--silent', '--fail', '--max-time', '3', '--header', `Host: ${hostname}`, 'http://127.0.0.1/']
  const asked = await testEnv.target.exec(args)
  return asked.exitCode === 0 ? (asked.stdout.split(' ')[0] ?? null) : null
}

async function hostnameOf(testEnv: RecoveryTestEnv): Promise<string | null> {
  const rows = await testEnv.sql.query<{ hostname: string }>('select hostname from routes order by created_at limit 1')
  return rows[0]?.hostname ?? null
}

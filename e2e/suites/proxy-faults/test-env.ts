/** One server with two apps: `shop`, which things happen to, and `other`, which must not notice them. */
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AttachedDomain, Environment } from '@longshore/sdk'
import { createSqlClient, type SqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { ensureProxyProgram } from '../../fixtures/proxy-program.ts'
import type { RepositoryFile } from '../../fixtures/repository.ts'
import {
  type App,
  type DeployServer,
  type DeployTestEnv,
  startDeployTestEnv,
  webService,
} from '../../support/deploy-test-env.ts'
import { eventually } from '../../support/eventually.ts'
import type { Report } from '../../support/report.ts'
import { mustAsk } from '../../support/servers.ts'

export interface ProxyTestEnv extends DeployTestEnv {
  readonly home: DeployServer
  readonly shop: App
  readonly other: App
  readonly sql: SqlClient
  /** The file that the worker sends to servers. */
  readonly program: string
}

export const shopName = 'shop.example.com'
export const otherName = 'other.example.com'
const loadedWithinMs = 60_000
const architecture = process.arch === 'x64' ? 'amd64' : process.arch

export async function startProxyTestEnv(report: Report): Promise<ProxyTestEnv> {
  await using stack = new AsyncDisposableStack()
  const programs = await mkdtemp(join(tmpdir(), 'longshore-programs-'))
  stack.defer(() => rm(programs, { recursive: true, force: true }))
  await mkdir(programs, { recursive: true })
  const program = join(programs, `longshore-proxy-${architecture}`)
  await copyFile(join(await ensureProxyProgram(), `longshore-proxy-${architecture}`), program)
  const limits = `longshore-limits-${architecture}`
  await copyFile(join(await ensureProxyProgram(), limits), join(programs, limits))
  // The only organization, which no one can join: hostnames need no proof.
  const environment = {
    SIGN_UP_MODE: 'first-user',
    SERVER_CHECK_SECONDS: '5',
    SERVER_RECONCILE_SECONDS: '5',
    PROXY_PROGRAMS_DIRECTORY: programs,
  }
  const testEnv = stack.use(await startDeployTestEnv({ report, instance: { environment } }))
  const sql = stack.use(createSqlClient(testEnv.instance.databaseUrl))
  const [home] = testEnv.servers
  if (home === undefined) throw new Error('a server was asked for')
  const [shop, other] = [await createSite(testEnv, 'shop'), await createSite(testEnv, 'other')]
  await attach(testEnv, other, { hostname: otherName, ssl: { mode: 'off' } })
  await mustDeploy(testEnv, other)
  const owned = stack.move()
  return { ...testEnv, home, shop, other, sql, program, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function createSite(testEnv: DeployTestEnv, name: string): Promise<App> {
  return await testEnv.createApp(name, { files: siteFiles(name), services: [webService()] })
}

/** Returns its name; below /headers the request headers; for a POST the body's size. */
function siteFiles(name: string): RepositoryFile[] {
  const server = `import { createServer } from 'node:http'
createServer(async (request, response) => {
  if (request.url.startsWith('/headers')) return response.end(JSON.stringify(request.headers))
  let size = 0
  for await (const part of request) size += part.length
  response.setHeader('x-version', '${name}')
  response.end(request.method === 'POST' ? String(size) : '${name}')
}).listen(3000, '0.0.0.0')
process.on('SIGTERM', () => process.exit(0))
`
  return [
    {
      path: 'Dockerfile',
      content: 'FROM node:24-slim\nWORKDIR /app\nCOPY server.mjs ./\nCMD ["node", "server.mjs"]\n',
    },
    { path: 'server.mjs', content: server },
  ]
}

export async function mustDeploy(testEnv: DeployTestEnv, app: App): Promise<void> {
  const deployment = await testEnv.waitFor(app, await testEnv.deploy(app))
  if (deployment.status !== 'live') throw new Error(`not live: ${JSON.stringify(deployment.error)}`)
}

/** Undefined: the environment doesn't have the hostname. */
type Settings = AttachedDomain | null | undefined

/** Attaches or changes a domain and waits until the proxy has it. */
export async function attach(testEnv: DeployTestEnv, app: App, body: Record<string, unknown>): Promise<AttachedDomain> {
  const answer: AttachedDomain = await mustAsk(testEnv, 'POST', `/environments/${app.environmentId}/domain`, body)
  await untilState(testEnv, app, { hostname: answer.hostname, status: 'loaded' })
  return answer
}

export async function untilState(
  testEnv: DeployTestEnv,
  app: App,
  { hostname, status, withinMs = loadedWithinMs }: { hostname: string; status: string; withinMs?: number },
): Promise<Settings> {
  return await eventually(`${hostname} is ${status}`, () => readSettings(testEnv, app, hostname), {
    holds: (settings) => settings?.state.status === status,
    withinMs,
    everyMs: 50,
  })
}

export async function readSettings(testEnv: DeployTestEnv, app: App, hostname: string): Promise<Settings> {
  const { domains }: Environment = await mustAsk(testEnv, 'GET', `/environments/${app.environmentId}`)
  return domains.find((each) => each.hostname === hostname)?.settings
}

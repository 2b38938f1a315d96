/** The upgrade as an operator does it: the newer worker starts next to the older one, both work, then the older one ends. */
import { type App, webService } from '../../support/deploy-test-env.ts'
import { ask, bodyFor, mustAsk } from '../../support/servers.ts'
import { appPort, appSource } from '../../support/zero-downtime/app.ts'
import { Load, type Protocol } from '../../support/zero-downtime/load.ts'
import { entryOf, judgeLoad } from '../../support/zero-downtime/test-env.ts'
import { ProxyWatch } from './proxy-watch.ts'
import type { RollingTestEnv } from './test-env.ts'

const protocols: readonly Protocol[] = ['http', 'http-close', 'https', 'h2']
const requestsPerSecond = 20

export async function upgradeUnderLoad(testEnv: RollingTestEnv, bothMs: number): Promise<void> {
  const { report, home, older } = testEnv
  const shop = await createShop(testEnv, 'shop')
  let deployments = await deployVersions(testEnv, [shop], { first: 1, count: 1 })
  const { domains } = await mustAsk<{ domains: [{ hostname: string }] }>(
    testEnv,
    'GET',
    `/environments/${shop.environmentId}`,
  )
  const entry = entryOf(home.target, domains[0].hostname)
  const loads = protocols.map((protocol) => new Load({ entry, protocol, rate: requestsPerSecond }))
  const watch = new ProxyWatch(home.target)
  await testEnv.startNewer()
  const apps = [shop]
  for (const endMs = Date.now() + bothMs; Date.now() < endMs; ) {
    // A new hostname each time: the older worker must not load it, and must not fail because of it.
    if (apps.length < 6) apps.push(await createShop(testEnv, `shop${apps.length}`))
    deployments += await deployVersions(testEnv, apps.slice(-2), { first: deployments + 1, count: 1 })
    deployments += await deployVersions(testEnv, [shop], { first: deployments + 1, count: 1 })
  }
  await expectWorkerAnswers(testEnv, 'with both workers')
  await older.stop()
  await expectWorkerAnswers(testEnv, 'with the newer worker alone')
  deployments += await deployVersions(testEnv, apps.slice(0, 2), { first: deployments + 1, count: 1 })
  for (const result of await Promise.all(loads.map((load) => load.end())))
    judgeLoad(report, result, { versions: 2, requests: 50 })
  await judgeProxies(testEnv, watch)
  report.figure('deployments', deployments)
  const failed = await testEnv.sql.query<{ kind: string; code: string }>(
    `select kind, error ->> 'code' as code from workflow_runs where status = 'failed'`,
  )
  report.figure('failedRuns', failed.length)
  report.expect(failed.length === 0, `runs failed: ${failed.map(({ kind, code }) => `${kind} ${code}`).join(', ')}`)
}

async function createShop(testEnv: RollingTestEnv, name: string): Promise<App> {
  const dockerfile = 'FROM node:24-slim\nWORKDIR /app\nCOPY server.cjs ./\nCMD ["node", "server.cjs"]\n'
  return await testEnv.createApp(name, {
    files: [
      { path: 'Dockerfile', content: dockerfile },
      { path: 'server.cjs', content: appSource },
    ],
    services: [webService({ port: appPort, stabilitySeconds: 1, drainSeconds: 2 })],
  })
}

/** Deploys all apps at once, so that both workers get some. Returns the number of deployments. */
async function deployVersions(
  testEnv: RollingTestEnv,
  apps: readonly App[],
  { first, count }: { first: number; count: number },
): Promise<number> {
  for (let version = first; version < first + count; version += 1)
    await Promise.all(apps.map((app) => deployOne(testEnv, app, version)))
  return apps.length * count
}

async function deployOne(testEnv: RollingTestEnv, app: App, version: number): Promise<void> {
  const variables = [{ key: 'VERSION', value: String(version), secret: false, scope: 'runtime' }]
  await mustAsk(testEnv, 'POST', `/environments/${app.environmentId}/variables`, { variables })
  const end = await testEnv.waitFor(app, await testEnv.deploy(app), ({ status }) => status === 'live')
  const why = end.error === null ? '' : `: ${end.error?.code}: ${end.error?.detail}`
  testEnv.report.expect(end.status === 'live', `deployment ${end.number} ended ${end.status}${why}`)
}

/** A call that the api hands to a worker over the private link. */
async function expectWorkerAnswers(testEnv: RollingTestEnv, when: string): Promise<void> {
  const { report, home } = testEnv
  const { name: _, ...login } = bodyFor(home.target, 'root')
  const { status, text } = await ask(testEnv, 'POST', '/servers/test-connection', login)
  const isAnswered = status === 200 && text.includes('event: result')
  report.expect(isAnswered, `the api does not reach a worker ${when}: ${status} ${text.slice(0, 300)}`)
}

async function judgeProxies({ report, sql }: RollingTestEnv, watch: ProxyWatch): Promise<void> {
  const { checks, newest, without, steppedBack } = await watch.end()
  report.figure('proxyLooks', checks)
  report.expect(without === 0, `${without} of ${checks} times the server had no proxy`)
  report.expect(steppedBack === 0, `${steppedBack} times an older proxy was back`)
  const [row] = await sql.query<{ generation: number }>('select generation from proxy_release')
  report.expect(newest === row?.generation, `the proxy is of generation ${newest}, wanted is ${row?.generation}`)
}

/** Faults when users remove servers, stop environments and move them. */

import { request } from 'node:http'
import type { Target } from '../../fixtures/target.ts'
import { type App, type DeployServer, type DeployTestEnv, nodeApp, webService } from '../../support/deploy-test-env.ts'
import { eventually } from '../../support/eventually.ts'
import { ask, bodyFor, mustAsk, register } from '../../support/servers.ts'
import type { Finding } from './finding.ts'

const goneWithinMs = 120_000
const leftOvers = `docker volume ls -q --filter name=longshore-proxy
docker images -q longshore/proxy
docker images -q longshore/build-limits
`

export const readdedServerRefuses: Finding = {
  id: 'acceptance-H1',
  title: 'the first deployment on a server that was removed and added again fails',
  async provoke(faults) {
    const testEnv = await faults.deploying()
    const home = homeOf(testEnv)
    const before = await deployOnce(testEnv, await makeApp(testEnv, 'before-removal', home))
    if (before.status !== 'live') throw new Error(`the deployment before the removal ended ${before.status}`)
    await removeAll(testEnv, home, 'removeProxy=false')
    await addAgain(testEnv, home)
    const end = await deployOnce(testEnv, await makeApp(testEnv, 'after-removal', home))
    return { broken: end.status !== 'live', how: `${end.status} ${end.error?.code ?? ''}: ${end.error?.detail ?? ''}` }
  },
}

export const removedProxyLeavesKeys: Finding = {
  id: 'acceptance-M1',
  title: 'removing the proxy leaves its images, its volume and private keys',
  async provoke(faults) {
    const testEnv = await faults.deploying()
    const home = homeOf(testEnv)
    await deployOnce(testEnv, await makeApp(testEnv, 'leftovers', home))
    await removeAll(testEnv, home, 'removeProxy=true')
    const left = (await home.target.mustExec(['bash', '-s'], { stdin: leftOvers })).trim()
    await addAgain(testEnv, home)
    return { broken: left !== '', how: left === '' ? 'nothing is left' : `left: ${left.split('\n').join(' ')}` }
  },
}

export const stoppedEnvironmentHangs: Finding = {
  id: 'acceptance-M2',
  title: 'a stopped environment hangs and then answers 502',
  async provoke(faults) {
    const testEnv = await faults.deploying()
    const home = homeOf(testEnv)
    const app = await makeApp(testEnv, 'stopped', home)
    await deployOnce(testEnv, app)
    const path = `/environments/${app.environmentId}`
    const { domains } = await mustAsk<{ domains: [{ hostname: string }] }>(testEnv, 'GET', path)
    await mustAsk(testEnv, 'POST', `${path}/stop`)
    await eventually(
      'the environment is stopped',
      async () => (await mustAsk(testEnv, 'GET', path)).status === 'stopped',
      { withinMs: goneWithinMs, everyMs: 250 },
    )
    const { status, retryAfter, tookMs } = await visit(home.target, domains[0].hostname)
    const broken = status !== 503 || retryAfter === undefined || tookMs > 1_000
    return { broken, how: `${status}, Retry-After ${retryAfter ?? 'missing'}, after ${tookMs} ms` }
  },
}

export const serverChangesUnderDeployment: Finding = {
  id: 'acceptance-M3',
  title: 'another server can be chosen while a deployment runs, which breaks it',
  async provoke(faults) {
    const testEnv = await faults.deploying()
    const home = homeOf(testEnv)
    const app = await makeApp(testEnv, 'slow-build', home, 'RUN sleep 15\n')
    const other = { name: 'elsewhere', host: '127.0.0.1', port: 12_001, username: 'root' }
    const { id: serverId } = await mustAsk(testEnv, 'POST', '/servers', other)
    const deployment = await testEnv.deploy(app)
    await testEnv.waitFor(app, deployment, ({ status }) => status === 'building')
    const { status } = await ask(testEnv, 'PATCH', `/environments/${app.environmentId}/server`, { serverId })
    const end = await testEnv.waitFor(app, deployment)
    return { broken: status !== 409 || end.status !== 'live', how: `${status}; the deployment ended ${end.status}` }
  },
}

function homeOf({ servers }: DeployTestEnv): DeployServer {
  const [home] = servers
  if (home === undefined) throw new Error('there is no server')
  return home
}

/** Later findings deploy to the same server, which has another identifier now. */
async function addAgain(testEnv: DeployTestEnv, home: DeployServer): Promise<void> {
  const { id } = await register(testEnv, bodyFor(home.target, 'root'))
  Object.assign(home, { id })
}

async function makeApp(testEnv: DeployTestEnv, name: string, server: DeployServer, extra = ''): Promise<App> {
  return await testEnv.createApp(name, { files: nodeApp(name, extra), services: [webService()], server })
}

async function deployOnce(testEnv: DeployTestEnv, app: App) {
  return await testEnv.waitFor(app, await testEnv.deploy(app))
}

/** Deletes every project, then the server. */
async function removeAll(testEnv: DeployTestEnv, { id }: DeployServer, query: string): Promise<void> {
  const { items } = await mustAsk(testEnv, 'GET', '/projects?limit=100')
  for (const project of items) await mustAsk(testEnv, 'DELETE', `/projects/${project.id}?permanent=true`)
  const isEmpty = async () => (await mustAsk(testEnv, 'GET', '/projects?limit=1')).items.length === 0
  await eventually('the projects are deleted', isEmpty, { withinMs: goneWithinMs, everyMs: 250 })
  await mustAsk(testEnv, 'DELETE', `/servers/${id}?${query}&permanent=true`)
  await eventually('the server is deleted', async () => (await ask(testEnv, 'GET', `/servers/${id}`)).status === 404, {
    withinMs: goneWithinMs,
    everyMs: 250,
  })
}

async function visit(target: Target, hostname: string) {
  const began = performance.now()
  return await new Promise<{ status: number; retryAfter: string | undefined; tookMs: number }>((resolve, reject) => {
    const port = target.published.get(80)
    const asked = request({ host: target.host, port, headers: { host: hostname }, timeout: 30_000 }, (response) => {
      response.resume()
      const tookMs = Math.round(performance.now() - began)
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], tookMs })
    })
    asked.once('error', reject).end()
  })
}

import { join } from 'node:path'
import type { Deployment, Environment, Server } from '@longshore/sdk'
import { addCommit, createRepository } from '../../fixtures/repository.ts'
import { nodeApp, webService } from '../../support/deploy-test-env.ts'
import { eventually } from '../../support/eventually.ts'
import { type InstallTestEnv, zone } from '../../support/install-test-env.ts'
import { installedTag } from '../../support/installation/image.ts'
import { signUp } from '../../support/installation/install-scenario.ts'
import { ask, mustCall } from '../../support/installed-client.ts'
import type { Report } from '../../support/report.ts'
import type { ResponseView } from '../../support/response-view.ts'
import { visitApp, visitDashboard } from './visitor.ts'

/** Long enough that it is still running while everything is replaced. */
const slow = 'RUN sleep 40\n'
const guide = 'upgrade.md'

export async function runScenario(
  testEnv: InstallTestEnv,
  report: Report,
  images: { earlier: string; current: string },
): Promise<void> {
  await testEnv.loadImage(images.earlier, installedTag)
  const link = await testEnv.follow('run-with-compose.md', 'install')
  await eventually('the dashboard is served', async () => (await ask(testEnv, { path: '/' })).status === 200, {
    withinMs: 120_000,
    everyMs: 300,
    retriesErrors: true,
  })
  const token = await signUp(testEnv, link)
  const call: Call = <Body>(method: string, path: string, body?: Record<string, unknown>) =>
    mustCall<Body>(testEnv, { method, path, token, ...(body === undefined ? {} : { body }) })
  const { environmentId, hostname } = await createApp(testEnv, call)
  const deployments = `/environments/${environmentId}/deployments`
  const first = await waitForEnd(call, deployments, (await call('POST', deployments, {})).id)
  report.expect(first.status === 'live', `the first deployment is ${first.status}: ${JSON.stringify(first.error)}`)

  await testEnv.loadImage(images.current, installedTag)
  await addCommit(join(testEnv.repositories, 'shop.git'), nodeApp('after the upgrade', slow), 'slow')
  const app = visitApp(testEnv, hostname)
  const dashboard = visitDashboard(testEnv)
  const { id } = await call('POST', deployments, {})
  await eventually('it is being built', async () => (await call('GET', `${deployments}/${id}`)).status === 'building', {
    withinMs: 60_000,
    everyMs: 300,
    retriesErrors: true,
  })
  const began = performance.now()
  await testEnv.follow(guide, 'upgrade')
  report.figure('upgrade_s', Math.round((performance.now() - began) / 1_000))
  const second = await waitForEnd(call, deployments, id)
  report.expect(second.status === 'live', `the deployment is ${second.status}: ${JSON.stringify(second.error)}`)
  const visits = await app.stop()
  const checks = await dashboard.stop()
  report.figure('requests', visits.all)
  report.figure('failed', visits.failed.length)
  report.expect(visits.failed.length === 0, `requests of the app failed: ${visits.failed.slice(0, 5).join(', ')}`)
  report.figure('dashboard_requests', checks.all)
  report.figure('dashboard_failed', checks.failed.length)
  await goBack(testEnv, report, { image: images.earlier, call, deployments })
}

type Call = <Body = ResponseView>(method: string, path: string, body?: Record<string, unknown>) => Promise<Body>

async function createApp(testEnv: InstallTestEnv, call: Call): Promise<{ environmentId: string; hostname: string }> {
  await createRepository(join(testEnv.repositories, 'shop.git'), nodeApp('before the upgrade'))
  const [server] = (await call<{ items: [Server] }>('GET', '/servers')).items
  await call('PATCH', `/servers/${server.id}`, { baseDomain: `apps.${zone}` })
  const project = await call('POST', '/projects', { name: 'shop', repository: { url: testEnv.gitUrl('shop.git') } })
  const place = { projectId: project.id, name: 'production', branch: 'main', serverId: server.id }
  const { id: environmentId } = await call('POST', '/environments', place)
  await call('POST', `/environments/${environmentId}/services`, { services: [webService()] })
  const { domains } = await call<Environment>('GET', `/environments/${environmentId}`)
  return { environmentId, hostname: String(domains[0]?.hostname) }
}

async function waitForEnd(call: Call, deployments: string, id: string): Promise<Deployment> {
  return await eventually('the deployment ends', () => call<Deployment>('GET', `${deployments}/${id}`), {
    holds: ({ finishedAt }) => finishedAt !== null,
    withinMs: 300_000,
    everyMs: 300,
    retriesErrors: true,
  })
}

/** The previous release, on the database of the newer one. */
async function goBack(
  testEnv: InstallTestEnv,
  report: Report,
  { image, call, deployments }: { image: string; call: Call; deployments: string },
): Promise<void> {
  await testEnv.loadImage(image, installedTag)
  await testEnv.follow(guide, 'upgrade')
  const id = (await call('POST', deployments, {})).id
  const after = await waitForEnd(call, deployments, id)
  report.expect(
    after.status === 'live',
    `after going back a deployment is ${after.status}: ${JSON.stringify(after.error)}`,
  )
  report.figure('went_back', after.status === 'live')
}

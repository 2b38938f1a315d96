import { join } from 'node:path'
import type { Environment, Server } from '@longshore/sdk'
import { addCommit, createRepository } from '../../fixtures/repository.ts'
import { nodeApp, webService } from '../../support/deploy-test-env.ts'
import { eventually } from '../../support/eventually.ts'
import { type InstallTestEnv, zone } from '../../support/install-test-env.ts'
import { signUp } from '../../support/installation/install-scenario.ts'
import { ask, mustCall } from '../../support/installed-client.ts'
import type { Report } from '../../support/report.ts'
import { type Call, deploy, type Scenario, waitForEnd } from './context.ts'
import { followEvents } from './follower.ts'
import { type Machine, markedAs } from './machine.ts'
import { checkInterruption, checkRemovedMeanwhile, checkTampering, checkUnhealthy } from './refusals.ts'
import { visitApp, visitDashboard } from './visitor.ts'

/** Long enough that it is still running while everything is replaced. */
const slow = 'RUN sleep 40\n'
const awayLimitMs = 3_000

export async function runScenario(machine: Machine, report: Report, images: Scenario['images']): Promise<void> {
  await machine.publish('1.0.0', images.earlier)
  const link = await machine.install('1.0.0')
  await eventually('the dashboard is served', async () => (await ask(machine, { path: '/' })).status === 200, {
    withinMs: 120_000,
    everyMs: 300,
    retriesErrors: true,
  })
  const token = await signUp(machine, link)
  const call: Call = <Body>(method: string, path: string, body?: Record<string, unknown>) =>
    mustCall<Body>(machine, { method, path, token, ...(body === undefined ? {} : { body }) })
  const { environmentId, hostname } = await createApp(machine, call)
  const deployments = `/environments/${environmentId}/deployments`
  const scenario = { machine, report, images, token, call, deployments, hostname }
  const first = await deploy(scenario)
  report.expect(first.status === 'live', `the first deployment is ${first.status}: ${JSON.stringify(first.error)}`)
  const app = visitApp(machine, hostname)
  await upgradeFromEarlier(scenario)
  await upgradeByButton(scenario)
  await checkTampering(scenario)
  await checkRemovedMeanwhile(scenario)
  await checkUnhealthy(scenario)
  await checkInterruption(scenario)
  const visits = await app.stop()
  report.figure('requests', visits.all)
  report.figure('failed', visits.failed.length)
  report.expect(visits.failed.length === 0, `requests of the app failed: ${visits.failed.slice(0, 5).join(', ')}`)
}

/** From the image of an earlier commit, back, and again. Its proxy may not know how to bridge the switch. */
async function upgradeFromEarlier(scenario: Scenario): Promise<void> {
  const { machine, report, images } = scenario
  await machine.publish('1.1.0', images.current)
  const dry = await machine.run('longshore upgrade --dry-run')
  report.expect(dry.exitCode === 0 && dry.stderr.includes('Changes of 1.1.0'), 'the dry run shows no changelog')
  const dashboard = visitDashboard(machine)
  await mustUpgrade(scenario, '1.1.0')
  const checks = await dashboard.stop()
  report.figure('first_away_ms', checks.awayMs)
  report.figure('first_failed', checks.failed.length)
  const again = await machine.run('longshore upgrade --yes')
  report.expect(again.exitCode === 0 && again.stderr.includes('up to date'), 'a second run is not without effect')
  await goBack(scenario)
  const after = await deploy(scenario)
  report.expect(after.status === 'live', `after going back a deployment is ${after.status}`)
  report.figure('went_back', after.status === 'live')
  await mustUpgrade(scenario, '1.1.0')
}

/** A dry run only describes it. A setting that was changed since the upgrade stays. */
async function goBack({ machine, report }: Scenario): Promise<void> {
  await machine.run("echo 'CHANGED_SINCE=yes' >> /opt/longshore/.env")
  const dry = await machine.run(
    'longshore upgrade --previous --dry-run --yes && cat /opt/longshore/release/version.txt',
  )
  report.expect(dry.exitCode === 0 && dry.stdout.trim() === '1.1.0', `a dry run goes back to ${dry.stdout}`)
  const back = await machine.run('longshore upgrade --previous --yes')
  report.expect(back.exitCode === 0, `going back ends with ${back.exitCode}`)
  const kept = await machine.run('cd /opt/longshore && grep -hx CHANGED_SINCE=yes .env .env.before')
  report.expect(kept.stdout.trim().split('\n').length === 2, `after going back the settings are ${kept.stdout}`)
  const modes = await machine.run('cd /opt/longshore && stat --format %a .env.before .lock; ls upgrade')
  const isPrivate = modes.stdout.startsWith('600\n600\n') && !/^lock$/m.test(modes.stdout)
  report.expect(isPrivate, `others can read the settings or hold the lock: ${modes.stdout}`)
}

async function mustUpgrade({ machine, report }: Scenario, version: string): Promise<void> {
  const began = performance.now()
  const { exitCode } = await machine.run('longshore upgrade --yes')
  report.figure('upgrade_s', Math.round((performance.now() - began) / 1_000))
  const status = await machine.readStatus()
  report.expect(exitCode === 0 && status.state === 'succeeded', `the upgrade ends with ${JSON.stringify(status)}`)
  const installed = await machine.target.mustExec(['cat', '/opt/longshore/release/version.txt'])
  report.expect(installed === version, `${installed} is installed instead of ${version}`)
}

/** The operator's button, under traffic, during a deployment, and with an open stream. */
async function upgradeByButton(scenario: Scenario): Promise<void> {
  const { machine, report, images, token, call, deployments } = scenario
  await waitForProxy(scenario)
  await machine.publish('1.2.0', markedAs(images.current, '1.2.0'))
  await addCommit(join(machine.repositories, 'shop.git'), nodeApp('after the upgrade', slow), 'slow')
  using events = followEvents(machine, { token })
  await eventually('the stream is open', async () => events.connections > 0, { withinMs: 30_000 })
  const { id } = await call('POST', deployments, {})
  await eventually('it is being built', async () => (await call('GET', `${deployments}/${id}`)).status === 'building', {
    withinMs: 60_000,
    everyMs: 300,
    retriesErrors: true,
  })
  const dashboard = visitDashboard(machine)
  const requested = await call('POST', '/instance/upgrade')
  report.expect(requested.state === 'requested' || requested.state === 'running', `it is ${requested.state}`)
  const steps = new Set<string>()
  const ended = await eventually(
    'the upgrade ends',
    async () => {
      const run = await call<{ state: string; step: string | null; toVersion: string | null }>(
        'GET',
        '/instance/upgrade',
      )
      if (run.step !== null) steps.add(run.step)
      return run
    },
    {
      holds: ({ state }) => state !== 'requested' && state !== 'running',
      withinMs: 300_000,
      everyMs: 200,
      retriesErrors: true,
    },
  )
  const checks = await dashboard.stop()
  report.expect(
    ended.state === 'succeeded' && ended.toVersion === '1.2.0',
    `the button ends in ${JSON.stringify(ended)}`,
  )
  report.figure('button_steps', steps.size)
  report.figure('api_away_ms', checks.awayMs)
  report.figure('dashboard_requests', checks.all)
  report.figure('dashboard_failed', checks.failed.length)
  report.expectTime(checks.awayMs < awayLimitMs, `the API was away for ${checks.awayMs} ms`)
  report.expect(checks.failed.length === 0, `requests of the dashboard failed: ${checks.failed.slice(0, 5).join(', ')}`)
  const second = await waitForEnd(call, deployments, id)
  report.expect(second.status === 'live', `the deployment is ${second.status}: ${JSON.stringify(second.error)}`)
  await checkStream(scenario, events)
}

/** The worker of the new release replaces the proxy of the machine in the background. */
async function waitForProxy({ machine }: Scenario): Promise<void> {
  const script =
    'docker exec "$(docker ps -q --filter label=longshore.role=proxy | head -n 1)" /longshore-proxy divert --end'
  await eventually(
    'the proxy can bridge the switch',
    async () => (await machine.target.exec(['bash', '-s'], { stdin: script })).exitCode === 0,
    { withinMs: 180_000, everyMs: 1_000 },
  )
}

/** Several connections got exactly the events that one connection gets afterwards. */
async function checkStream(
  { machine, report, token }: Scenario,
  events: ReturnType<typeof followEvents>,
): Promise<void> {
  const seen = [...events.ids]
  const [first = 0] = seen
  using again = followEvents(machine, { token, after: first })
  await eventually('the stream is complete', async () => again.ids.length >= seen.length - 1, { withinMs: 30_000 })
  const expected = again.ids.slice(0, seen.length - 1).join()
  report.figure('stream_connections', events.connections)
  report.figure('stream_events', seen.length)
  report.expect(events.connections > 1, 'the stream was never interrupted')
  report.expect(seen.slice(1).join() === expected, `the stream has ${seen.slice(1).join()} instead of ${expected}`)
}

async function createApp(testEnv: InstallTestEnv, call: Call): Promise<{ environmentId: string; hostname: string }> {
  await createRepository(join(testEnv.repositories, 'shop.git'), nodeApp('before the upgrade'))
  const server = await eventually(
    'the machine is ready',
    async () =>
      (await call<{ items: Server[] }>('GET', '/servers')).items.find(({ status }) => status === 'ready') ?? false,
    { withinMs: 120_000, everyMs: 500 },
  )
  if (server === false) throw new Error('the machine is no server')
  await call('PATCH', `/servers/${server.id}`, { baseDomain: `apps.${zone}` })
  const project = await call('POST', '/projects', { name: 'shop', repository: { url: testEnv.gitUrl('shop.git') } })
  const place = { projectId: project.id, name: 'production', branch: 'main', serverId: server.id }
  const { id: environmentId } = await call('POST', '/environments', place)
  await call('POST', `/environments/${environmentId}/services`, { services: [webService()] })
  const { domains } = await call<Environment>('GET', `/environments/${environmentId}`)
  return { environmentId, hostname: String(domains[0]?.hostname) }
}

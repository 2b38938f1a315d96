/** What can happen to a proxy. The sites of the server come back by themselves, and one tenant's trouble stays its own. */
import { appendFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../../support/deployments/deploy-scenario.ts'
import { startLoad } from '../../support/deployments/visits.ts'
import { mustAsk, waitForServer } from '../../support/servers.ts'
import { Load } from '../../support/zero-downtime/load.ts'
import { askSite } from './ask.ts'
import { attach, otherName, type ProxyWorld, readSettings, untilState } from './test-env.ts'

const secureName = 'secure.example.com'
const backWithinMs = 90_000
const role = ['--filter', 'label=longshore.role=proxy']

/** An entry that no check of ours lets through, as after a mistake of ours: the proxy leaves it out and says so. */
export async function badEntry(world: ProxyWorld): Promise<void> {
  const { report, home, shop, sql } = world
  const bad = 'bad.example.com'
  await attach(world, shop, { hostname: bad, ssl: { mode: 'off' } })
  const load = startLoad(home, otherName, 50)
  const spoil = async (text: string) => {
    await sql.query(`update routes set options = $2 where hostname = $1`, [bad, text])
    await sql.query('update server_proxies set wanted_version = wanted_version + 1')
  }
  await spoil(JSON.stringify({ redirectTo: 'a.example.com/\r\nX: y' }))
  const failed = await untilState(world, shop, { hostname: bad, status: 'failed' })
  report.expect(failed.state.error.code === 'proxy_entry_refused', `told ${JSON.stringify(failed.state)}`)
  report.expect((await askSite(home, bad)).status === 404, 'the bad entry is served')
  await spoil('{}')
  await untilState(world, shop, { hostname: bad, status: 'loaded' })
  await detach(world, bad)
  await expectNoLoss(world, load, 'a bad entry')
}

async function detach(world: ProxyWorld, hostname: string): Promise<void> {
  const { domainId } = await readSettings(world, world.shop, hostname)
  await mustAsk(world, 'DELETE', `/environments/${world.shop.environmentId}/domain/${domainId}`)
}

async function expectNoLoss({ report }: ProxyWorld, load: ReturnType<typeof startLoad>, what: string): Promise<void> {
  const { all, failed } = await load.stop()
  report.figure(`${what.replaceAll(' ', '_')}_neighbour`, `${all - failed.length}/${all}`)
  report.expect(failed.length === 0, `${what}: the neighbour lost ${failed.length}: ${failed.slice(0, 3).join('; ')}`)
}

/** Everything in the volume is gone while the proxy runs: it answers from memory, and gets its state again. */
export async function filesLost(world: ProxyWorld): Promise<void> {
  const { home } = world
  const load = startLoad(home, otherName, 50)
  const volume = (
    await home.target.mustExec(['docker', 'volume', 'inspect', '--format', '{{.Mountpoint}}', 'longshore-proxy'])
  ).trim()
  await home.target.mustExec(['find', volume, '-mindepth', '1', '-delete'])
  const exists = async (path: string) => (await home.target.exec(['test', '-s', `${volume}/${path}`])).exitCode === 0
  await until(() => exists('table.json'), backWithinMs, 'the routes are there again')
  const hasReleases = async () => (await home.target.exec(['find', `${volume}/up`, '-name', 'current'])).stdout !== ''
  await until(hasReleases, backWithinMs, 'the releases are there again')
  await expectNoLoss(world, load, 'files lost')
}

async function proxyId({ home }: ProxyWorld): Promise<string> {
  return (await home.target.mustExec(['docker', 'ps', '--quiet', ...role])).trim()
}

/** How long nothing answers, from the blow on. */
async function measureGap(world: ProxyWorld, what: string, blow: () => Promise<unknown>): Promise<void> {
  const { report, home } = world
  const answers = async () => (await askSite(home, otherName).catch(() => ({ text: '' }))).text === 'other'
  report.expect(await answers(), `${what}: it does not answer beforehand`)
  await blow()
  const startedAt = performance.now()
  await until(answers, backWithinMs, `the site answers again after: ${what}`)
  report.figure(`${what.replaceAll(' ', '_')}_back_ms`, Math.round(performance.now() - startedAt))
}

export async function killed(world: ProxyWorld): Promise<void> {
  const { home } = world
  const pid = (
    await home.target.mustExec(['docker', 'inspect', '--format', '{{.State.Pid}}', await proxyId(world)])
  ).trim()
  await measureGap(world, 'killed', () => home.target.mustExec(['kill', '-9', pid]))
  await measureGap(world, 'removed', async () =>
    home.target.mustExec(['docker', 'rm', '--force', await proxyId(world)]),
  )
}

export async function volumeLost(world: ProxyWorld): Promise<void> {
  const { home } = world
  await measureGap(world, 'volume lost', async () => {
    await home.target.mustExec(['docker', 'rm', '--force', await proxyId(world)])
    await home.target.mustExec(['docker', 'volume', 'rm', 'longshore-proxy'])
  })
}

export async function dockerRestarted(world: ProxyWorld): Promise<void> {
  await measureGap(world, 'docker restarted', () =>
    world.home.target.mustExec(['systemctl', 'restart', 'docker'], { deadlineMs: 120_000 }),
  )
}

/** The port is found taken and told; when it is free again, the proxy is back. */
export async function portTaken(world: ProxyWorld): Promise<void> {
  const { home, sql } = world
  const { target } = home
  const code = "require('net').createServer().listen(80,'0.0.0.0')"
  const blocker = ['--network', 'host', '--name', 'blocker', 'node:24-slim', 'node', '-e', code]
  await target.mustExec(['docker', 'create', ...blocker])
  await until(() => takePort(world), backWithinMs, 'another program has the port')
  await waitForServer(world, home.id, ({ proxy }) => proxy.status === 'failing', backWithinMs)
  const told = async () => JSON.stringify(await sql.query('select error from server_proxies'))
  await until(async () => (await told()).includes('port_conflict'), backWithinMs, 'the conflict is told')
  await target.mustExec(['docker', 'rm', '--force', 'blocker'])
  const answers = async () => (await askSite(home, otherName).catch(() => null))?.text === 'other'
  await until(answers, backWithinMs, 'the proxy is back')
}

/** The worker may bring the proxy back in between: whoever is first has the port. */
async function takePort(world: ProxyWorld): Promise<boolean> {
  const { target } = world.home
  const running = await proxyId(world)
  if (running !== '') await target.exec(['docker', 'rm', '--force', ...running.split('\n')])
  await target.exec(['docker', 'start', 'blocker'])
  await delay(1_000)
  const state = await target.mustExec(['docker', 'inspect', '--format', '{{.State.Running}}', 'blocker'])
  return state.trim() === 'true'
}

/** Another program comes beside the old one and takes over: nobody loses a request. */
export async function upgraded(world: ProxyWorld): Promise<void> {
  const { report, home, instance, program, other } = world
  await attach(world, other, { hostname: secureName })
  const before = await proxyId(world)
  const port = (inside: number) => home.target.published.get(inside) ?? 0
  const entry = { host: '127.0.0.1', httpPort: port(80), httpsPort: port(443), hostname: otherName }
  const loads = [
    new Load({ entry, protocol: 'http-close', rate: 50 }),
    new Load({ entry: { ...entry, hostname: secureName }, protocol: 'https', rate: 20 }),
  ]
  await instance.worker.stop()
  await appendFile(program, 'another version')
  await instance.startWorker()
  await until(
    async () => ![before, ''].includes(await proxyId(world)) && !(await proxyId(world)).includes('\n'),
    backWithinMs,
    'it is replaced',
  )
  for (const load of loads) {
    const { name, requests, failed, failures } = await load.end()
    report.figure(`upgrade_${name.replace(/\W+/g, '_')}`, `${requests - failed}/${requests}`)
    report.expect(failed === 0, `${name}: lost ${failed} of ${requests}: ${JSON.stringify(failures)}`)
  }
}

/** Faults of a proxy: the server's sites recover automatically, and one tenant's fault doesn't affect others. */
import { appendFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { startLoad } from '../../support/deployments/visits.ts'
import { eventually } from '../../support/eventually.ts'
import { mustAsk, waitForServer } from '../../support/servers.ts'
import { Load } from '../../support/zero-downtime/load.ts'
import { askSite } from './ask.ts'
import { attach, otherName, type ProxyTestEnv, readSettings, untilState } from './test-env.ts'

const secureName = 'secure.example.com'
const backWithinMs = 90_000
const role = ['--filter', 'label=longshore.role=proxy']

/** An entry that Longshore's own validation would refuse: the proxy skips it and reports it. */
export async function badEntry(testEnv: ProxyTestEnv): Promise<void> {
  const { report, home, shop, sql } = testEnv
  const bad = 'bad.example.com'
  await attach(testEnv, shop, { hostname: bad, ssl: { mode: 'off' } })
  const load = startLoad(home, otherName, 50)
  const spoil = async (text: string) => {
    await sql.query(`update routes set options = $2 where hostname = $1`, [bad, text])
    await sql.query('update server_proxies set wanted_version = wanted_version + 1')
  }
  await spoil(JSON.stringify({ redirectTo: 'a.example.com/\r\nX: y' }))
  const failed = await untilState(testEnv, shop, { hostname: bad, status: 'failed' })
  report.expect(failed?.state.error?.code === 'proxy_entry_refused', `reported ${JSON.stringify(failed?.state)}`)
  report.expect((await askSite(home, bad)).status === 404, 'the bad entry is served')
  await spoil('{}')
  await untilState(testEnv, shop, { hostname: bad, status: 'loaded' })
  await detach(testEnv, bad)
  await expectNoLoss(testEnv, load, 'a bad entry')
}

async function detach(testEnv: ProxyTestEnv, hostname: string): Promise<void> {
  const settings = await readSettings(testEnv, testEnv.shop, hostname)
  if (settings == null) throw new Error(`${hostname} has no settings`)
  await mustAsk(testEnv, 'DELETE', `/environments/${testEnv.shop.environmentId}/domain/${settings.domainId}`)
}

async function expectNoLoss({ report }: ProxyTestEnv, load: ReturnType<typeof startLoad>, what: string): Promise<void> {
  const { all, failed } = await load.stop()
  report.figure(`${what.replaceAll(' ', '_')}_neighbour`, `${all - failed.length}/${all}`)
  report.expect(failed.length === 0, `${what}: the neighbour lost ${failed.length}: ${failed.slice(0, 3).join('; ')}`)
}

/** The volume is emptied while the proxy runs: it serves from memory and receives its state again. */
export async function filesLost(testEnv: ProxyTestEnv): Promise<void> {
  const { home } = testEnv
  const load = startLoad(home, otherName, 50)
  const volume = (
    await home.target.mustExec(['docker', 'volume', 'inspect', '--format', '{{.Mountpoint}}', 'longshore-proxy'])
  ).trim()
  await home.target.mustExec(['find', volume, '-mindepth', '1', '-delete'])
  const exists = async (path: string) => (await home.target.exec(['test', '-s', `${volume}/${path}`])).exitCode === 0
  await eventually('the routes are there again', () => exists('table.json'), { withinMs: backWithinMs })
  const hasReleases = async () => (await home.target.exec(['find', `${volume}/up`, '-name', 'current'])).stdout !== ''
  await eventually('the releases are there again', hasReleases, { withinMs: backWithinMs })
  await expectNoLoss(testEnv, load, 'files lost')
}

async function proxyId({ home }: ProxyTestEnv): Promise<string> {
  return (await home.target.mustExec(['docker', 'ps', '--quiet', ...role])).trim()
}

/** Duration of the outage after the fault. */
async function measureGap(testEnv: ProxyTestEnv, what: string, blow: () => Promise<unknown>): Promise<void> {
  const { report, home } = testEnv
  const answers = async () => (await askSite(home, otherName).catch(() => ({ text: '' }))).text === 'other'
  report.expect(await answers(), `${what}: it does not answer beforehand`)
  await blow()
  const startedAt = performance.now()
  await eventually(`the site answers again after: ${what}`, answers, { withinMs: backWithinMs })
  report.figure(`${what.replaceAll(' ', '_')}_back_ms`, Math.round(performance.now() - startedAt))
}

export async function killed(testEnv: ProxyTestEnv): Promise<void> {
  const { home } = testEnv
  const pid = (
    await home.target.mustExec(['docker', 'inspect', '--format', '{{.State.Pid}}', await proxyId(testEnv)])
  ).trim()
  await measureGap(testEnv, 'killed', () => home.target.mustExec(['kill', '-9', pid]))
  await measureGap(testEnv, 'removed', async () =>
    home.target.mustExec(['docker', 'rm', '--force', await proxyId(testEnv)]),
  )
}

export async function volumeLost(testEnv: ProxyTestEnv): Promise<void> {
  const { home } = testEnv
  await measureGap(testEnv, 'volume lost', async () => {
    await home.target.mustExec(['docker', 'rm', '--force', await proxyId(testEnv)])
    await home.target.mustExec(['docker', 'volume', 'rm', 'longshore-proxy'])
  })
}

export async function dockerRestarted(testEnv: ProxyTestEnv): Promise<void> {
  await measureGap(testEnv, 'docker restarted', () =>
    testEnv.home.target.mustExec(['systemctl', 'restart', 'docker'], { deadlineMs: 120_000 }),
  )
}

/** The proxy's port is in use, which is reported. When it is free again, the proxy is back. */
export async function portTaken(testEnv: ProxyTestEnv): Promise<void> {
  const { home, sql } = testEnv
  const { target } = home
  const code = "require('net').createServer().listen(80,'0.0.0.0')"
  const blocker = ['--network', 'host', '--name', 'blocker', 'node:24-slim', 'node', '-e', code]
  await target.mustExec(['docker', 'create', ...blocker])
  await eventually('another program has the port', () => takePort(testEnv), { withinMs: backWithinMs })
  await waitForServer(testEnv, home.id, ({ proxy }) => proxy.status === 'failing', backWithinMs)
  const reported = async () => JSON.stringify(await sql.query('select error from server_proxies'))
  await eventually('the conflict is reported', async () => (await reported()).includes('port_conflict'), {
    withinMs: backWithinMs,
  })
  await target.mustExec(['docker', 'rm', '--force', 'blocker'])
  const answers = async () => (await askSite(home, otherName).catch(() => null))?.text === 'other'
  await eventually('the proxy is back', answers, { withinMs: backWithinMs })
}

/** The worker may restart the proxy in between: the first to start gets the port. */
async function takePort(testEnv: ProxyTestEnv): Promise<boolean> {
  const { target } = testEnv.home
  const running = await proxyId(testEnv)
  if (running !== '') await target.exec(['docker', 'rm', '--force', ...running.split('\n')])
  await target.exec(['docker', 'start', 'blocker'])
  await delay(1_000)
  const state = await target.mustExec(['docker', 'inspect', '--format', '{{.State.Running}}', 'blocker'])
  return state.trim() === 'true'
}

/** A new proxy program starts next to the old one and takes over without a lost request. */
export async function upgraded(testEnv: ProxyTestEnv): Promise<void> {
  const { report, home, instance, program, other } = testEnv
  await attach(testEnv, other, { hostname: secureName })
  const before = await proxyId(testEnv)
  const port = (inside: number) => home.target.published.get(inside) ?? 0
  const entry = { host: '127.0.0.1', httpPort: port(80), httpsPort: port(443), hostname: otherName }
  const loads = [
    new Load({ entry, protocol: 'http-close', rate: 50 }),
    new Load({ entry: { ...entry, hostname: secureName }, protocol: 'https', rate: 20 }),
  ]
  await instance.worker.stop()
  await appendFile(program, 'another version')
  await instance.startWorker()
  await eventually(
    'it is replaced',
    async () => ![before, ''].includes(await proxyId(testEnv)) && !(await proxyId(testEnv)).includes('\n'),
    { withinMs: backWithinMs },
  )
  for (const load of loads) {
    const { name, requests, failed, failures } = await load.end()
    report.figure(`upgrade_${name.replace(/\W+/g, '_')}`, `${requests - failed}/${requests}`)
    report.expect(failed === 0, `${name}: lost ${failed} of ${requests}: ${JSON.stringify(failures)}`)
  }
}

/**
 * Docker Engine calls over our SSH connection compared with `ssh … docker version` and a local socket; a round of checks over
 * many servers.
 *
 * @tier all
 * @budget 120
 * @alone
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAddressPolicy } from '@longshore/addresses'
import { createEngine, type Engine } from '@longshore/remote/docker'
import { createServerPool, type HostKey, type ServerTarget } from '@longshore/remote/ssh'
import { engineSocket } from '../e2e/fixtures/docker.ts'
import { ensureEngine } from '../e2e/fixtures/engine.ts'
import { createKeyPair } from '../e2e/fixtures/login-key.ts'
import { mustRun } from '../e2e/fixtures/run.ts'
import { startSshd } from '../e2e/fixtures/sshd.ts'
import { startTarget, type Target } from '../e2e/fixtures/target.ts'
import { isQuick } from '../e2e/support/command-line.ts'
import { inParallel } from '../e2e/support/in-parallel.ts'
import { descendantsOf, heldMb } from '../e2e/support/memory-watch.ts'
import { percentile, Report } from '../e2e/support/report.ts'

const report = new Report('transport')
const pings = isQuick ? 200 : 1_000
const plainCalls = isQuick ? 5 : 20
const servers = isQuick ? 50 : 200
/** The default of MAX_CONCURRENT_SERVER_CHECKS. */
const checksAtOnce = 20
const bars = { timesFaster: 20, timesLocal: 5, pingMs: 5, serverMb: 4 }
const allow = parseAddressPolicy('127.0.0.1:1024-65535')

{
  // Held until the end: the many servers at the end share the engine of this machine.
  await using _engine = await ensureEngine()
  await measure()
}
report.finish()

async function measure(): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'longshore-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const target = stack.use(await startTarget())
  await compareCalls(target, folder)
  await checkMany()
}

async function compareCalls(target: Target, folder: string): Promise<void> {
  await using pool = createServerPool({ allow })
  const closed = new AbortController()
  const local = createEngine({ dockerSocket: async () => engineSocket, closed: closed.signal })
  const keyFile = join(folder, 'key')
  await writeFile(keyFile, target.keys.root.privateKey, { mode: 0o600 })
  const knownHosts = join(folder, 'known_hosts')
  const hostKeys: HostKey[] = await target.readHostKeys()
  const lines = hostKeys.map((each) => `[127.0.0.1]:${target.port} ${each.type} ${each.key}\n`)
  await writeFile(knownHosts, lines.join(''))
  const args = ['-F', 'none', '-o', `UserKnownHostsFile=${knownHosts}`, '-i', keyFile, '-p', String(target.port)]
  const plain = () => mustRun(['ssh', ...args, 'root@127.0.0.1', 'docker', 'version'])
  const reached = reach('one', target.port, { hostKeys, privateKey: target.keys.root.privateKey, username: 'root' })
  await pool.use(
    reached,
    async (connection) => {
      const ours = createEngine(connection)
      const times = { ours: [] as number[], local: [] as number[], plain: [] as number[] }
      await Promise.all([ours.ping(), local.ping()])
      // Alternate, so that other load on the machine affects all of them.
      for (let round = 0; round < plainCalls; round += 1) {
        times.plain.push(await timed(plain))
        for (let index = 0; index < pings / plainCalls; index += 1) {
          times.ours.push(await timed(() => ours.ping()))
          times.local.push(await timed(() => local.ping()))
        }
      }
      const [p50, localP50, plainP50] = [times.ours, times.local, times.plain].map((each) => percentile(each, 0.5))
      report.figure('ping_ms_p50', round2(p50))
      report.figure('ping_ms_p99', round2(percentile(times.ours, 0.99)))
      report.figure('local_ms_p50', round2(localP50))
      report.figure('plain_ssh_ms_p50', round2(plainP50))
      const timesFaster = (plainP50 ?? 0) / (p50 ?? 1)
      const timesLocal = (p50 ?? 0) / (localP50 ?? 1)
      report.figure('times_faster_than_ssh', Math.round(timesFaster))
      report.figure('times_local', round2(timesLocal))
      report.expect(
        timesFaster >= bars.timesFaster,
        `${timesFaster} times faster than ssh per call, wanted ${bars.timesFaster}`,
      )
      report.expect(
        timesLocal <= bars.timesLocal || (p50 ?? 0) <= bars.pingMs,
        `a ping takes ${p50} ms, ${timesLocal} times the local socket`,
      )
      await callAtOnce(ours)
    },
    { deadlineMs: 30_000 },
  )
  closed.abort()
}

async function callAtOnce(engine: Engine): Promise<void> {
  const ms = await timed(() => Promise.all(Array.from({ length: 100 }, () => engine.version())))
  report.figure('parallel_100_ms', Math.round(ms))
}

/** One cold round over all servers: log in, run a command, call Docker; all connections stay open. */
async function checkMany(): Promise<void> {
  const login = await createKeyPair()
  await using sshd = await startSshd({ authorizedKeys: [login.publicKey], settings: ['MaxStartups 500'] })
  await using pool = createServerPool({ allow, idleMs: 120_000 })
  const hostKeys = sshd.hostKeys.map(({ publicKey }) => {
    const [type = '', key = ''] = publicKey.split(' ')
    return { type, key }
  })
  const options = { hostKeys, privateKey: login.privateKey, username: sshd.username }
  const targets = Array.from({ length: servers }, (_, index) => reach(`server-${index}`, sshd.port, options))
  const check = (target: ServerTarget) =>
    pool.use(
      target,
      async (connection) => {
        await connection.run(['uname', '-a'], { deadlineMs: 60_000 })
        await createEngine(connection).ping({ deadlineMs: 60_000 })
      },
      { deadlineMs: 300_000 },
    )
  const before = { mb: ownMb(), cpuMs: ownCpuMs() }
  const coldMs = await timed(() => inParallel(targets, checksAtOnce, check))
  const after = { mb: ownMb(), cpuMs: ownCpuMs() }
  const warmMs = await timed(() => inParallel(targets, checksAtOnce, check))
  const warmCpuMs = ownCpuMs() - after.cpuMs
  report.figure('servers', servers)
  report.figure('round_s', round2(coldMs / 1_000))
  report.figure('login_cpu_ms_each', round2((after.cpuMs - before.cpuMs) / servers))
  report.figure('warm_round_s', round2(warmMs / 1_000))
  report.figure('check_cpu_ms_each', round2(warmCpuMs / servers))
  const mbEach = (after.mb - before.mb) / servers
  report.figure('mb_each', round2(mbEach))
  report.expect(mbEach <= bars.serverMb, `${round2(mbEach)} MB for each open server, wanted at most ${bars.serverMb}`)
}

function reach(
  id: string,
  port: number,
  options: { hostKeys: readonly HostKey[]; privateKey: string; username: string },
): ServerTarget {
  const { hostKeys, username, privateKey } = options
  return { id, host: '127.0.0.1', port, username, hostKeys, loadKey: async () => ({ privateKey }) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** This process and the programs of the transport, without the sshd that simulates the servers. */
function ownMb(): number {
  const sshds = descendantsOf(process.pid).filter((id) => nameOf(id) === 'sshd')
  const roots = sshds.filter((id) => !sshds.includes(Number(statOf(id)[1])))
  return heldMb() - roots.reduce((sum, id) => sum + heldMb(id), 0)
}

/**
 * The parent's account includes exited programs once it has waited for them; it doesn't wait for sshd before the end.
 */
function ownCpuMs(): number {
  const own = statOf(process.pid)
  const ended = Number(own[13]) + Number(own[14])
  const running = descendantsOf(process.pid).filter((id) => nameOf(id) === 'ssh')
  const ticks = [process.pid, ...running].reduce(
    (sum, id) => sum + Number(statOf(id)[11]) + Number(statOf(id)[12]),
    ended,
  )
  return ticks * 10
}

/** Fields from the state on; empty if the process has exited. */
function statOf(id: number): string[] {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return Array.from({ length: 50 }, () => '0')
  }
}

function nameOf(id: number): string {
  try {
    return readFileSync(`/proc/${id}/comm`, 'latin1').trim()
  } catch {
    return ''
  }
}

function round2(value = 0): number {
  return Math.round(value * 100) / 100
}

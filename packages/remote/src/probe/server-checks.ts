/** The stages after the login: each runs one or two commands and evaluates the output. */
import { isProxyName } from '../proxy/proxy-name.ts'
import type { RunResult, ServerConnection } from '../ssh/index.ts'
import { evaluateClock } from './clock.ts'
import { evaluateDisk } from './disk.ts'
import { evaluateDocker } from './docker.ts'
import { fine, found, type Outcome } from './findings.ts'
import { evaluateMemory } from './memory.ts'
import { evaluateSystem } from './os.ts'
import { evaluatePorts, readProcNet, readPublishers, readSocketStatistics } from './ports.ts'

export interface Visit {
  connection: Pick<ServerConnection, 'run'>
  username: string
  signal: AbortSignal
}

export type Privileges = 'root' | 'sudo' | 'none'

const commandDeadlineMs = 8_000
const maxOutputBytes = 512 << 10
/** Docker's default data directory. */
const usualRoot = '/var/lib/docker'

export async function checkPrivileges(visit: Visit): Promise<{ outcome: Outcome; value: Privileges }> {
  const { username } = visit
  const user = await ask(visit, ['id', '-u'])
  if (user.stdout.trim() === '0')
    return {
      outcome: fine(username === 'root' ? 'Signed in as root.' : `${username} has root permissions.`),
      value: 'root',
    }
  const sudo = await ask(visit, ['sudo', '-n', 'true'])
  if (sudo.exitCode === 0) return { outcome: fine(`${username} can use sudo without a password.`), value: 'sudo' }
  const isMissing = sudo.exitCode === 127
  return { outcome: found(isMissing ? 'sudo_missing' : 'sudo_needs_password', { username }), value: 'none' }
}

export async function checkSystem(visit: Visit): Promise<Outcome> {
  const uname = await ask(visit, ['uname', '-sm'])
  const release = await ask(visit, ['cat', '/etc/os-release'])
  return evaluateSystem(uname.stdout, release.stdout)
}

export async function checkDocker(visit: Visit): Promise<Outcome> {
  return evaluateDocker(await ask(visit, ['docker', 'version', '--format', '{{json .}}']), visit.username)
}

export async function checkDisk(visit: Visit): Promise<Outcome> {
  const info = await ask(visit, ['docker', 'info', '--format', '{{.DockerRootDir}}'])
  const reported = info.stdout.trim()
  const root = info.exitCode === 0 && /^\/[\w./-]{1,255}$/.test(reported) ? reported : usualRoot
  for (const path of new Set([root, usualRoot, '/'])) {
    const blocks = await ask(visit, ['df', '-P', '-B1', path])
    if (blocks.exitCode !== 0) continue
    const inodes = await ask(visit, ['df', '-P', '-i', path])
    return evaluateDisk(blocks.stdout, inodes.stdout)
  }
  return found('not_checked')
}

export async function checkMemory(visit: Visit): Promise<Outcome> {
  return evaluateMemory((await ask(visit, ['cat', '/proc/meminfo'])).stdout)
}

export async function checkPorts(visit: Visit, privileges: Privileges): Promise<Outcome> {
  // Only root sees the programs of other users.
  const sockets = await ask(visit, ['ss', '-Hltnp'], privileges !== 'none')
  const listeners =
    sockets.exitCode === 0
      ? readSocketStatistics(sockets.stdout)
      : readProcNet((await ask(visit, ['cat', '/proc/net/tcp', '/proc/net/tcp6'])).stdout)
  const containers = await ask(visit, ['docker', 'ps', '--format', '{{.Names}}\t{{.Ports}}'])
  const isOurs = containers.stdout.split('\n').some((line) => isProxyName(line.split('\t')[0] ?? ''))
  return evaluatePorts(listeners, readPublishers(containers.stdout), isOurs)
}

export async function checkClock(visit: Visit, nowMs: () => number): Promise<Outcome> {
  const sentMs = nowMs()
  const { stdout } = await ask(visit, ['date', '+%s.%N'])
  return evaluateClock(stdout, { sentMs, receivedMs: nowMs() })
}

async function ask(visit: Visit, argv: readonly [string, ...string[]], asRoot = false): Promise<RunResult> {
  const { connection, signal } = visit
  return await connection.run(argv, { deadlineMs: commandDeadlineMs, maxOutputBytes, signal, asRoot })
}

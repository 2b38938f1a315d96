/**
 * Installs Docker from the packages of the distribution. It only runs programs of the server, each with its arguments,
 * and downloads nothing itself. Every step is idempotent.
 */

import { isTooOld, oldestDocker } from '../docker/oldest-docker.ts'
import { plain, readOsRelease } from '../facts/read-facts.ts'
import type { RunResult, ServerConnection } from '../ssh/connection.ts'

type Connection = Pick<ServerConnection, 'run' | 'target'>
type Argv = readonly [string, ...string[]]

export class InstallError extends Error {
  override readonly name = 'InstallError'
  readonly code: 'os_unsupported' | 'sudo_missing' | 'docker_package_too_old' | 'install_failed'
  readonly hint: string

  constructor(code: InstallError['code'], message: string, hint: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}

export interface InstallOptions {
  signal: AbortSignal
  /** Called with the output of a command when it is done. */
  onOutput: (text: string) => Promise<void>
}

const packageName = 'docker.io'
const unattended: Argv = ['env', 'DEBIAN_FRONTEND=noninteractive', 'NEEDRESTART_MODE=l', 'LC_ALL=C.UTF-8']
const byHand = `Install Docker ${oldestDocker} or newer by hand, as the Docker project describes it for this system, then check again.`

/** Throws if this server can't get Docker this way. Nothing has been changed in that case. */
export async function prepareInstall(connection: Connection, options: InstallOptions): Promise<void> {
  const { run, must } = runnerOf(connection, options)
  const release = readOsRelease((await run(['cat', '/etc/os-release'])).stdout)
  if (![release.id, ...release.like].some((id) => id === 'debian' || id === 'ubuntu'))
    throw new InstallError('os_unsupported', `Docker cannot be installed by Longshore on ${release.name}.`, byHand)
  if ((await run(['true'], { asRoot: true })).exitCode !== 0)
    throw new InstallError(
      'sudo_missing',
      `${connection.target.username} may not use sudo without a password.`,
      `As root on the server: echo '${connection.target.username} ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/longshore`,
    )
  await must([...unattended, 'apt-get', '-q', '-o', 'DPkg::Lock::Timeout=120', 'update'], 300_000)
  const policy = await run(['env', 'LC_ALL=C.UTF-8', 'apt-cache', 'policy', packageName])
  const candidate = readCandidate(policy.stdout)
  if (candidate === null || isTooOld(candidate) !== false)
    throw new InstallError(
      'docker_package_too_old',
      `${release.name} offers ${candidate === null ? 'no Docker' : `Docker ${plain(candidate, 40)}`}; ${oldestDocker} or newer is needed.`,
      byHand,
    )
}

export async function installPackage(connection: Connection, options: InstallOptions): Promise<void> {
  const { must } = runnerOf(connection, options)
  const argv: Argv = [
    ...unattended,
    'apt-get',
    '-q',
    '-y',
    '-o',
    'DPkg::Lock::Timeout=120',
    'install',
    '--no-install-recommends',
    packageName,
  ]
  await must(argv, 900_000)
}

/** Starts Docker now and at every boot. The user can use it after the next login. */
export async function enableDocker(connection: Connection, options: InstallOptions): Promise<void> {
  const { must } = runnerOf(connection, options)
  await must(['systemctl', 'enable', '--now', 'docker'], 120_000)
  const { username } = connection.target
  if (username !== 'root') await must(['usermod', '-aG', 'docker', '--', username], 30_000)
}

/** Parses the output of `apt-cache policy`. */
export function readCandidate(text: string): string | null {
  const [, candidate] = /^ {2}Candidate: (\S{1,100})$/m.exec(text.slice(0, 16_384)) ?? []
  return candidate === undefined || candidate === '(none)' ? null : candidate
}

interface Runner {
  run(argv: Argv, options?: { asRoot?: boolean }): Promise<RunResult>
  /** Runs a program as root and passes its output on. It has to succeed. */
  must(argv: Argv, deadlineMs: number): Promise<void>
}

function runnerOf(connection: Connection, { signal, onOutput }: InstallOptions): Runner {
  const start = (argv: Argv, asRoot: boolean, deadlineMs: number) =>
    connection.run(argv, { asRoot, deadlineMs, signal, maxOutputBytes: 4 << 20 })
  return {
    run: (argv, { asRoot = false } = {}) => start(argv, asRoot, 30_000),
    async must(argv, deadlineMs) {
      const { exitCode, stdout, stderr } = await start(argv, true, deadlineMs)
      await onOutput(`$ ${argv.filter((word) => !/^(env|[A-Z_]+=.*)$/.test(word)).join(' ')}\n${stdout}${stderr}`)
      if (exitCode === 0) return
      const lastLine = plain(stderr.trim().split('\n').at(-1) ?? '', 200)
      throw new InstallError(
        'install_failed',
        `${argv.find((word) => /^(apt-get|systemctl|usermod)$/.test(word)) ?? argv[0]} ended with code ${exitCode}: ${lastLine}`,
        'Look at the output of the task, put the package manager of the server right, and try again.',
      )
    },
  }
}

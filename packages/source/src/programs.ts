/** The only file of this package that starts programs: git, and the sandbox of an analysis. */
import { existsSync } from 'node:fs'
import { findProgram, searchPath, spawnProgram } from '@longshore/process/spawn-program'
import { endOf, type StartedProgram } from '@longshore/process/started-program'

/** Limits that the kernel enforces for the program and for each of its children. */
export interface KernelLimits {
  readonly memoryBytes?: number
  /** Size limit of a single written file. */
  readonly fileBytes?: number
  readonly cpuSeconds?: number
}

const setpriv = find('setpriv')
const prlimit = find('prlimit')
const unshare = find('unshare')
const timeout = find('timeout')
const nice = find('nice')
/** The program ends with the worker, even if the worker is killed (kill -9). */
const endsWithParent = (signal: string) => ['--pdeathsig', signal]
/** API requests have priority over an analysis. Git keeps the normal priority because a request waits for it. */
const lowPriority = [nice, '-n', '10']
/**
 * When the worker dies, the kernel signals only one process, and git doesn't signal the helper that holds the
 * connection. `timeout` does: it sends a TERM to its whole process group, which is git and its children. Its own time
 * limit is a last resort.
 */
const signalsTheGroup = (seconds: number) => [timeout, '--kill-after=1', String(seconds)]
const gitSeconds = 900

export function startGit(
  args: readonly string[],
  options: { environment: Record<string, string>; limits: KernelLimits; cwd: string; hasSide?: boolean },
): StartedProgram {
  const wrapped = [
    ...[setpriv, '--no-new-privs', ...endsWithParent('TERM'), '--'],
    ...signalsTheGroup(gitSeconds),
    ...[prlimit, ...limitArgs({ ...options.limits, coreBytes: 0 }), '--'],
    ...['git', ...args],
  ]
  return spawnProgram(wrapped, options)
}

export interface SandboxOptions {
  readonly nodeArgs: readonly string[]
  readonly cpuSeconds: number
  /** Run in new namespaces where the kernel allows them: no network, and no access to the memory of other processes. */
  readonly isIsolated: boolean
}

/** Starts Node without capabilities, without an environment, and without a way to gain privileges. */
export function startSandbox(options: SandboxOptions): StartedProgram {
  const wrapped = [
    ...lowPriority,
    ...[
      setpriv,
      '--no-new-privs',
      ...(process.getuid?.() === 0 ? ['--bounding-set=-all', '--inh-caps=-all'] : []),
      '--',
    ],
    ...(options.isIsolated ? [unshare, '--user', '--net', '--ipc', '--'] : []),
    ...[setpriv, ...endsWithParent('KILL'), '--'],
    ...[prlimit, ...limitArgs({ cpuSeconds: options.cpuSeconds, coreBytes: 0 }), '--'],
    ...[process.execPath, ...options.nodeArgs],
  ]
  return spawnProgram(wrapped, { environment: {}, cwd: '/' })
}

/**
 * After this, the process can't open files, sockets, or pipes. It keeps its open pipes to the worker. Without
 * capabilities, it can't raise the limit again.
 */
export async function sealSandbox(processId: number, limits: { memoryBytes: number }): Promise<void> {
  const all = { ...limits, openFiles: 0, fileBytes: 0, processes: 0 }
  const args = [prlimit, '--pid', String(processId), ...limitArgs(all)]
  const started = spawnProgram(args, { environment: {}, cwd: '/' })
  const code = await exitCodeOf(started)
  if (code !== 0) throw new Error(`prlimit ended with ${code}`)
}

/** Checks whether the kernel and any surrounding container allow an ordinary process to create namespaces. */
export async function canIsolate(): Promise<boolean> {
  if (!existsSync(unshare)) return false
  const args = [setpriv, '--no-new-privs', '--', unshare, '--user', '--net', '--ipc', '--', 'true']
  return (await exitCodeOf(spawnProgram(args, { environment: { PATH: searchPath }, cwd: '/' }))) === 0
}

async function exitCodeOf(child: StartedProgram): Promise<number> {
  return (await endOf(child)).code ?? 255
}

function limitArgs(limits: KernelLimits & { coreBytes?: number; openFiles?: number; processes?: number }): string[] {
  const pairs = {
    data: limits.memoryBytes,
    fsize: limits.fileBytes,
    cpu: limits.cpuSeconds,
    core: limits.coreBytes,
    nofile: limits.openFiles,
    nproc: limits.processes,
  }
  return Object.entries(pairs).flatMap(([name, limit]) => (limit === undefined ? [] : [`--${name}=${limit}:${limit}`]))
}

function find(name: string): string {
  return findProgram(name) ?? `/usr/bin/${name}`
}

/**
 * The only file of this package that starts programs. Arguments and environment are always complete; nothing is
 * inherited.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Duplex, Readable, Writable } from 'node:stream'

export interface Started {
  readonly process: ChildProcess
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** A socket that the program and its children have as descriptor 3. */
  readonly side: Duplex | null
}

/** Limits that the kernel enforces for the program and for each of its children. */
export interface KernelLimits {
  readonly memoryBytes?: number
  /** Size limit of a single written file. */
  readonly fileBytes?: number
  readonly cpuSeconds?: number
}

const path = '/usr/local/bin:/usr/bin:/bin'
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
): Started {
  const wrapped = [
    ...[setpriv, '--no-new-privs', ...endsWithParent('TERM'), '--'],
    ...signalsTheGroup(gitSeconds),
    ...[prlimit, ...limitArgs({ ...options.limits, coreBytes: 0 }), '--'],
    ...['git', ...args],
  ]
  return start(wrapped, options)
}

export interface SandboxOptions {
  readonly nodeArgs: readonly string[]
  readonly cpuSeconds: number
  /** Run in new namespaces where the kernel allows them: no network, and no access to the memory of other processes. */
  readonly isIsolated: boolean
}

/** Starts Node without capabilities, without an environment, and without a way to gain privileges. */
export function startSandbox(options: SandboxOptions): Started {
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
  return start(wrapped, { environment: {}, cwd: '/' })
}

/**
 * After this, the process can't open files, sockets, or pipes. It keeps its open pipes to the worker. Without
 * capabilities, it can't raise the limit again.
 */
export async function sealSandbox(processId: number, limits: { memoryBytes: number }): Promise<void> {
  const all = { ...limits, openFiles: 0, fileBytes: 0, processes: 0 }
  const args = [prlimit, '--pid', String(processId), ...limitArgs(all)]
  const started = start(args, { environment: {}, cwd: '/' })
  const code = await exitCodeOf(started)
  if (code !== 0) throw new Error(`prlimit ended with ${code}`)
}

/** Checks whether the kernel and any surrounding container allow an ordinary process to create namespaces. */
export async function canIsolate(): Promise<boolean> {
  if (!existsSync(unshare)) return false
  const args = [setpriv, '--no-new-privs', '--', unshare, '--user', '--net', '--ipc', '--', 'true']
  return (await exitCodeOf(start(args, { environment: { PATH: path }, cwd: '/' }))) === 0
}

/** Also 255 when the program couldn't be started or was ended by a signal. */
export async function exitCodeOf(started: Started): Promise<number> {
  const { code } = await endOf(started)
  return code ?? 255
}

export interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export async function endOf({ process: child }: Started): Promise<End> {
  try {
    if (child.pid === undefined) await once(child, 'spawn')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    return { code: child.exitCode, signal: child.signalCode }
  } catch {
    return { code: null, signal: null }
  }
}

/** Ends the program and all of its children. Resolves when it has exited. */
export async function endProgram(started: Started): Promise<void> {
  const { pid } = started.process
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The whole group has exited already.
  }
  await endOf(started)
}

function start(
  args: readonly string[],
  options: { environment: Record<string, string>; cwd: string; hasSide?: boolean },
): Started {
  const [program = '', ...rest] = args
  const child = spawn(program, rest, {
    // Use a new process group: it is ended as a whole, and a Ctrl-C in a terminal reaches only the worker.
    detached: true,
    cwd: options.cwd,
    stdio: ['pipe', 'pipe', 'pipe', ...(options.hasSide === true ? (['pipe'] as const) : [])],
    env: options.environment,
  })
  const [stdin, stdout, stderr, side] = child.stdio
  if (stdin === null || stdout === null || stderr === null) throw new Error('a started program has no pipes')
  // The exit code shows how the program ended, not a broken pipe.
  child.on('error', () => undefined)
  for (const stream of [stdin, stdout, stderr, side]) stream?.on('error', () => undefined)
  return { process: child, stdin, stdout, stderr, side: isDuplex(side) ? side : null }
}

function isDuplex(stream: unknown): stream is Duplex {
  return typeof stream === 'object' && stream !== null && 'write' in stream && 'read' in stream
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
  const folders = path.split(':')
  return folders.map((folder) => `${folder}/${name}`).find((file) => existsSync(file)) ?? `/usr/bin/${name}`
}

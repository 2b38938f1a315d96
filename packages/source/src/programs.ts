/** The only file of this package that starts programs. Words and environment are given whole; nothing is inherited. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Duplex, Readable, Writable } from 'node:stream'

export interface Started {
  readonly process: ChildProcess
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** A socket that the program and all that it starts have as descriptor 3. */
  readonly side: Duplex | null
}

/** Limits that the kernel keeps, for the program and for each that it starts. */
export interface KernelLimits {
  readonly memoryBytes?: number
  /** Of the largest file that it may write. */
  readonly fileBytes?: number
  readonly cpuSeconds?: number
}

const path = '/usr/local/bin:/usr/bin:/bin'
const setpriv = find('setpriv')
const prlimit = find('prlimit')
const unshare = find('unshare')
const timeout = find('timeout')
const nice = find('nice')
/** Ends with the worker, also when that has no time to end it (kill -9). */
const endsWithParent = (signal: string) => ['--pdeathsig', signal]
/** Whoever waits for an answer of the API goes first, whatever an analysis does. Somebody waits for git, too. */
const lowPriority = [nice, '-n', '10']
/**
 * The kernel tells one process of the worker's death, and git does not tell the helper that holds the connection. `timeout` does: it
 * hands a TERM to its whole group, which is git and all that git starts. Its own time is for when all else fails.
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
  /** In namespaces of its own, where the kernel lets us make them: no network at all, nobody else's memory. */
  readonly isIsolated: boolean
}

/** Node without rights: no capability, no environment, no way to gain a privilege. */
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
 * From here on the process can open nothing: no file, no socket, no pipe. It keeps what it has, which is its line to us.
 * Without capabilities it cannot raise the limit again.
 */
export async function sealSandbox(processId: number, limits: { memoryBytes: number }): Promise<void> {
  const all = { ...limits, openFiles: 0, fileBytes: 0, processes: 0 }
  const args = [prlimit, '--pid', String(processId), ...limitArgs(all)]
  const started = start(args, { environment: {}, cwd: '/' })
  const code = await exitCodeOf(started)
  if (code !== 0) throw new Error(`prlimit ended with ${code}`)
}

/** Whether the kernel (and whatever contains us) lets an ordinary process have namespaces of its own. */
export async function canIsolate(): Promise<boolean> {
  if (!existsSync(unshare)) return false
  const args = [setpriv, '--no-new-privs', '--', unshare, '--user', '--net', '--ipc', '--', 'true']
  return (await exitCodeOf(start(args, { environment: { PATH: path }, cwd: '/' }))) === 0
}

/** 255 also when the program could not be started or was ended by a signal. */
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

/** Ends the program and everything that it started. Settles when it is gone. */
export async function endProgram(started: Started): Promise<void> {
  const { pid } = started.process
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The whole group is gone already.
  }
  await endOf(started)
}

function start(
  args: readonly string[],
  options: { environment: Record<string, string>; cwd: string; hasSide?: boolean },
): Started {
  const [program = '', ...rest] = args
  const child = spawn(program, rest, {
    // A group of its own: it is ended as a whole, and a Ctrl-C in a terminal reaches only the worker.
    detached: true,
    cwd: options.cwd,
    stdio: ['pipe', 'pipe', 'pipe', ...(options.hasSide === true ? (['pipe'] as const) : [])],
    env: options.environment,
  })
  const [stdin, stdout, stderr, side] = child.stdio
  if (stdin === null || stdout === null || stderr === null) throw new Error('a started program has no pipes')
  // How it ended is told by its exit code, not by a broken pipe.
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

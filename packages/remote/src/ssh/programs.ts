/**
 * The only file that starts programs: OpenSSH's, and buildx. Arguments and environment are always complete; nothing is
 * inherited.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'

export type Program = 'ssh' | 'ssh-add' | 'ssh-agent' | 'ssh-keyscan'
export type Started = ChildProcessByStdio<Writable, Readable, Readable>

/**
 * Makes the kernel end a program with the worker, even if the worker is killed (kill -9). A set-group-id program, such
 * as Debian's ssh-agent, would lose that setting: hence no new privileges.
 */
const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path))
const endsWithParent = ['--no-new-privs', '--pdeathsig', 'TERM', '--']
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', SHELL: '/bin/sh', LC_ALL: 'C' }

export function startProgram(
  program: Program,
  args: readonly string[],
  options: { environment?: Record<string, string> } = {},
): Started {
  return start(program, args, options)
}

/** `program` is the operator's path. A TERM also ends the build on the server. */
export function startBuildx(
  program: string,
  args: readonly string[],
  options: { environment: Record<string, string> },
): Started {
  if (!/^\/[\w./-]{1,250}$/.test(program)) throw new TypeError('the path of buildx must be absolute')
  return start(program, args, options)
}

function start(program: string, args: readonly string[], options: { environment?: Record<string, string> }): Started {
  const wrapped = setpriv === undefined ? [program] : [setpriv, ...endsWithParent, program]
  const child = spawn(wrapped[0] ?? program, [...wrapped.slice(1), ...args], {
    // Use a new process group: a Ctrl-C in a terminal reaches only the worker, which then ends its programs in order.
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...environment, ...options.environment },
  })
  // The exit code shows that a program ended without reading its input, not a broken pipe.
  child.stdin.on('error', () => undefined)
  child.stderr.on('error', () => undefined)
  child.stdout.on('error', () => undefined)
  return child
}

/** Also 255 when the program couldn't be started or was ended by a signal. */
export async function exitCodeOf(child: Started): Promise<number> {
  try {
    const [code] = await once(child, 'close')
    return typeof code === 'number' ? code : 255
  } catch {
    return 255
  }
}

/** Sends SIGTERM, then SIGKILL. Resolves when it has exited. */
export async function endProgram(child: Started, graceMs = 500): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit').catch(() => undefined)
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await gone
  clearTimeout(timer)
}

/** The only file that starts programs: OpenSSH's, and buildx. Words and environment are given whole; nothing is inherited. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'

export type Program = 'ssh' | 'ssh-add' | 'ssh-agent' | 'ssh-keyscan'
export type Started = ChildProcessByStdio<Writable, Readable, Readable>

/**
 * Makes the kernel end a program with the worker, also when the worker has no time to do it (kill -9). A set-group-id
 * program, as Debian's ssh-agent is, would forget that: hence no new privileges.
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

/** `program` is where the operator has it. A TERM ends the build on the server too. */
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
    // A group of its own: a Ctrl-C in a terminal reaches only the worker, which then ends what it started in order.
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...environment, ...options.environment },
  })
  // A program that ends without reading its input is told apart by its exit code, not by a broken pipe.
  child.stdin.on('error', () => undefined)
  child.stderr.on('error', () => undefined)
  child.stdout.on('error', () => undefined)
  return child
}

/** 255 also when the program could not be started or was ended by a signal. */
export async function exitCodeOf(child: Started): Promise<number> {
  try {
    const [code] = await once(child, 'close')
    return typeof code === 'number' ? code : 255
  } catch {
    return 255
  }
}

/** Asks it to end, then makes it end. Settles when it is gone. */
export async function endProgram(child: Started, graceMs = 500): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit').catch(() => undefined)
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await gone
  clearTimeout(timer)
}

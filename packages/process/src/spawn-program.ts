/** Starts programs. Arguments and environment are always complete; nothing is inherited. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { StartedProgram } from './started-program.ts'

export const searchPath = '/usr/local/bin:/usr/bin:/bin'

/** Returns the path of the program, or undefined if it isn't installed. */
export function findProgram(name: string): string | undefined {
  const paths = searchPath.split(':').map((folder) => `${folder}/${name}`)
  return paths.find((path) => existsSync(path))
}

export interface SpawnOptions {
  readonly environment: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Gives the program and its children a socket as descriptor 3; see `sideOf`. */
  readonly hasSide?: boolean
}

export function spawnProgram(args: readonly string[], options: SpawnOptions): StartedProgram {
  const [program = '', ...rest] = args
  const child = spawn(program, rest, {
    // Use a new process group: it can be ended as a whole, and a Ctrl-C in a terminal reaches only the worker, which
    // then ends its programs in order.
    detached: true,
    cwd: options.cwd ?? '/',
    stdio: ['pipe', 'pipe', 'pipe', ...(options.hasSide === true ? (['pipe'] as const) : [])],
    env: options.environment,
  })
  if (!hasPipes(child)) throw new Error('a started program has no pipes')
  // The exit code shows how a program ended, not a broken pipe.
  child.on('error', () => undefined)
  for (const stream of child.stdio) stream?.on('error', () => undefined)
  return child
}

function hasPipes(child: ChildProcess): child is StartedProgram {
  return child.stdin !== null && child.stdout !== null && child.stderr !== null
}

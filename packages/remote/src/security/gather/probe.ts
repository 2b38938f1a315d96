/**
 * One read-only program on the server. Each is wrapped so that its output ends with an unpredictable line: truncated
 * output is always detected and never mistaken for "nothing was found". `find` is the wrapper because it needs no
 * shell: it starts a program with an argument list and prints a line when it is done.
 */
import type { RunResult } from '../../ssh/connection.ts'
import type { Reading } from '../evidence.ts'

export interface Probe {
  argv: readonly [string, ...string[]]
  asRoot: boolean
}

const environment = ['LC_ALL=C', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin']

/** `{}` is not allowed as an argument: find would replace it. */
export function wrapProgram(args: readonly [string, ...string[]], marker: string): Probe['argv'] {
  const done = ['-printf', `\\n${marker} done\\n`]
  const failed = ['-printf', `\\n${marker} failed\\n`]
  return ['env', ...environment, 'find', '/dev/null', '(', '-exec', ...args, ';', ...done, '-o', ...failed, ')']
}

/** Searches files in the given order; `action` contains arguments of find and can start a program for each file. */
export function wrapSearch(
  paths: readonly string[],
  action: readonly string[],
  { marker, depth }: { marker: string; depth: number },
): Probe['argv'] {
  const start = [...paths, '/dev/null', '-maxdepth', String(depth)]
  const end = ['-path', '/dev/null', '-printf', `\\n${marker} done\\n`]
  return ['env', ...environment, 'find', '-L', ...start, '(', ...end, '-o', ...action, ')']
}

export function readProbe(result: RunResult, marker: string): Reading {
  for (const word of ['done', 'failed']) {
    const end = `\n${marker} ${word}\n`
    if (!result.stdout.endsWith(end)) continue
    const text = result.stdout.slice(0, -end.length)
    return { state: 'read', succeeded: word === 'done', text: withLastLineEnded(text), errors: result.stderr }
  }
  const errorText = result.stderr.trim().slice(0, 200)
  if (/^sudo:/m.test(result.stderr)) return { state: 'unread', reason: `root is needed: ${errorText}` }
  if (result.exitCode === 127) return { state: 'unread', reason: `find or env is not on the server: ${errorText}` }
  return { state: 'unread', reason: `the answer was cut off (exit code ${result.exitCode}): ${errorText}` }
}

function withLastLineEnded(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

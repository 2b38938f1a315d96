/** The only file of this package that starts programs: OpenSSH's, and buildx. */
import { findProgram, searchPath, spawnProgram } from '@longshore/process/spawn-program'
import type { StartedProgram } from '@longshore/process/started-program'

export type Program = 'ssh' | 'ssh-add' | 'ssh-agent' | 'ssh-keyscan'

/**
 * Makes the kernel end a program with the worker, even if the worker is killed (kill -9). A set-group-id program, such
 * as Debian's ssh-agent, would lose that setting: hence no new privileges.
 */
const setpriv = findProgram('setpriv')
const endsWithParent = setpriv === undefined ? [] : [setpriv, '--no-new-privs', '--pdeathsig', 'TERM', '--']
const environment = { PATH: searchPath, SHELL: '/bin/sh', LC_ALL: 'C' }

export function startProgram(
  program: Program,
  args: readonly string[],
  options: { environment?: Record<string, string> } = {},
): StartedProgram {
  return start(program, args, options)
}

/** `program` is the operator's path. A TERM also ends the build on the server. */
export function startBuildx(
  program: string,
  args: readonly string[],
  options: { environment: Record<string, string> },
): StartedProgram {
  if (!/^\/[\w./-]{1,250}$/.test(program)) throw new TypeError('the path of buildx must be absolute')
  return start(program, args, options)
}

function start(
  program: string,
  args: readonly string[],
  options: { environment?: Record<string, string> },
): StartedProgram {
  return spawnProgram([...endsWithParent, program, ...args], {
    environment: { ...environment, ...options.environment },
  })
}

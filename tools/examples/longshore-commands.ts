/** Checks our own programs in examples: the command and its options must exist in the tables of the programs. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseLine } from '../../apps/cli/src/arguments/parse.ts'
import { loadCommands } from '../../apps/cli/src/command-table.ts'
import { root } from '../source-files.ts'
import type { ShellCommand } from './shell-words.ts'

const timeoutMs = 30_000
const commands = await loadCommands()
/** On the server's machine, `longshore` is the host script. */
const hostCommands = new Set(
  [...readFileSync(join(root, 'deploy/host/main.sh'), 'utf8').matchAll(/^ {4}([a-z-]+)\) (?:run|print)_/gm)].map(
    (match) => match[1] ?? '',
  ),
)

/** Returns the problem; undefined if there is none, or if it calls another program. */
export function findFault({ args }: ShellCommand, serverCommands: ReadonlySet<string>): string | undefined {
  const cli = args.findIndex((word) => /^(?:(?:\S*\/)?longshore|\S*longshore\.mjs)$/.test(word))
  if (cli !== -1 && isProgram(args, cli)) {
    const rest = args.slice(cli + 1)
    return hostCommands.has(rest[0] ?? '') || rest[0] === '--version' ? undefined : faultOfLine(rest)
  }
  const server = args.findIndex((word) => word === 'longshore-server' || word.endsWith('apps/server/src/main.ts'))
  if (server === -1) return undefined
  const name = args[server + 1] ?? ''
  return serverCommands.has(name) ? undefined : `longshore-server has no command ${name}`
}

/** The server lists its commands when it is called without one. */
export async function readServerCommands(): Promise<Set<string>> {
  const args = [join(root, 'apps/server/src/main.ts')]
  const text = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { timeout: timeoutMs }, (_error, _stdout, stderr) => resolve(stderr))
  })
  const names = new Set([...text.matchAll(/^ {2}([a-z-]+) /gm)].map((match) => match[1] ?? ''))
  if (!names.has('migrate')) throw new Error('the commands of the server could not be read')
  return names
}

/** Matches at the start, after variables, or after node: `cp longshore …` calls something else. */
function isProgram(args: readonly string[], at: number): boolean {
  return args.slice(0, at).every((word) => /^\w+=/.test(word) || word === 'node' || word === 'exec')
}

function faultOfLine(args: readonly string[]): string | undefined {
  try {
    const { command, args: named, input } = parseLine(args, commands)
    if (command !== undefined || (named.length === 0 && Object.keys(input.values).length > 0)) return undefined
    return `longshore has no command ${named.join(' ')}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

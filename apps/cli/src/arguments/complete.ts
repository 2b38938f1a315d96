/** Shell completion. Pure. Shells call it with `longshore complete-words`. */
import type { Command } from '../command.ts'
import { globalOptions, type OptionSpec } from './options.ts'
import { splitCommand } from './parse.ts'

/** `args`: the arguments after `longshore`. The last one is being typed and may be empty. */
export function completeWords(args: readonly string[], commands: readonly Command[]): string[] {
  const shown = commands.filter((each) => each.isHidden !== true)
  const typed = args.at(-1) ?? ''
  const before = args.slice(0, -1)
  if (before.includes('--')) return []
  const { path, after } = splitCommand(before, shown)
  const command = shown.find((each) => each.path === path.join(' '))
  const options: [string, OptionSpec][] = Object.entries({ ...globalOptions, ...command?.options })
  const pending = options.find(([name, spec]) => isNamed(before.at(-1), name, spec) && spec.type === 'string')
  if (pending !== undefined) return starting(pending[1].choices ?? [], typed)
  if (typed.startsWith('-'))
    return starting(
      options.map(([name]) => `--${name}`),
      typed,
    )
  if (command === undefined) return starting(nextWords(path, shown), typed)
  const position = after.filter((arg) => !arg.startsWith('-')).length
  // A group such as `profile` is also the start of longer paths.
  return starting(command.arguments?.[position]?.choices ?? [], typed)
}

function isNamed(arg: string | undefined, name: string, { short }: OptionSpec): boolean {
  return arg === `--${name}` || (short !== undefined && arg === `-${short}`)
}

function nextWords(path: readonly string[], commands: readonly Command[]): string[] {
  const prefix = path.length === 0 ? '' : `${path.join(' ')} `
  const next = commands
    .filter((each) => each.path.startsWith(prefix))
    .map((each) => each.path.slice(prefix.length).split(' ')[0] ?? '')
  return [...new Set(next)]
}

function starting(args: readonly string[], typed: string): string[] {
  return args.filter((arg) => arg.startsWith(typed))
}

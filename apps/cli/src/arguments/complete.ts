/** Shell completion. Pure. Shells call it with `longshore complete-words`. */
import type { Command } from '../command.ts'
import { globalOptions, type OptionSpec } from './options.ts'
import { splitCommand } from './parse.ts'

export interface Completion {
  readonly words: readonly string[]
  /** Placeholder of the value, such as PROJECT, whose names only the instance knows. */
  readonly names?: string
}

/** `args`: the arguments after `longshore`. The last one is being typed and may be empty. */
export function completeWords(args: readonly string[], commands: readonly Command[]): Completion {
  const shown = commands.filter((each) => each.isHidden !== true)
  const typed = args.at(-1) ?? ''
  const before = args.slice(0, -1)
  if (before.includes('--')) return { words: [] }
  const { path, after } = splitCommand(before, shown)
  const command = shown.find((each) => each.path === path.join(' '))
  const options: [string, OptionSpec][] = Object.entries({ ...globalOptions, ...command?.options })
  const pending = options.find(([name, spec]) => isNamed(before.at(-1), name, spec) && spec.type === 'string')
  if (pending !== undefined) return completionOf(pending[1].choices, pending[1].value, typed)
  if (typed.startsWith('-'))
    return {
      words: starting(
        options.map(([name]) => `--${name}`),
        typed,
      ),
    }
  if (command === undefined) return { words: starting(nextWords(path, shown), typed) }
  const position = after.filter((arg, index) => isPositional(arg, after[index - 1], options)).length
  // A group such as `profile` is also the start of longer paths.
  const argument = command.arguments?.[position]
  return completionOf(argument?.choices, argument?.name, typed)
}

function completionOf(choices: readonly string[] | undefined, names: string | undefined, typed: string): Completion {
  if (choices !== undefined || names === undefined) return { words: starting(choices ?? [], typed) }
  return { words: [], names }
}

/** Neither an option nor the value of one. */
function isPositional(arg: string, before: string | undefined, options: readonly [string, OptionSpec][]): boolean {
  const isValue = options.some(([name, spec]) => spec.type === 'string' && isNamed(before, name, spec))
  return !arg.startsWith('-') && !isValue
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

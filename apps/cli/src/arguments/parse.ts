/** Parses a command line. Pure. */
import { parseArgs } from 'node:util'
import type { Command } from '../command.ts'
import { CliError } from '../exit-codes.ts'
import type { ParsedInput } from './input.ts'
import { globalOptions, type OptionTable } from './options.ts'
import { suggest } from './suggest.ts'

export interface ParsedLine {
  /** Undefined: no command was given. */
  readonly command: Command | undefined
  /** Unknown args, or a group such as `env`. */
  readonly args: readonly string[]
  readonly input: ParsedInput
}

export function parseLine(args: readonly string[], commands: readonly Command[]): ParsedLine {
  const { before, path, after } = splitCommand(args, commands)
  const command = commands.find((each) => each.path === path.join(' '))
  const input = parseOptions([...before, ...after], { ...globalOptions, ...command?.options })
  const named = command === undefined ? [...path, ...input.positionals] : path
  if (command !== undefined && input.values.help !== true) checkArguments(command, input)
  return { command, args: named, input }
}

/** Global options may come before the command. */
export function splitCommand(args: readonly string[], commands: readonly Pick<Command, 'path'>[]) {
  const first = args.findIndex((arg, index) => !arg.startsWith('-') && !takesValue(args[index - 1]))
  if (first === -1) return { before: args, path: [], after: [] }
  const isCommand = (count: number) => commands.some(({ path }) => path === args.slice(first, first + count).join(' '))
  const isGroup = commands.some(({ path }) => path.startsWith(`${args[first]} `))
  const length = isCommand(2) ? 2 : isCommand(1) || isGroup ? 1 : 0
  return {
    before: args.slice(0, first),
    path: args.slice(first, first + length),
    after: args.slice(first + length),
  }
}

function takesValue(arg: string | undefined): boolean {
  const spec = Object.entries<OptionTable[string]>(globalOptions).find(([name]) => arg === `--${name}`)
  return spec?.[1].type === 'string'
}

function parseOptions(args: readonly string[], options: OptionTable): ParsedInput {
  const end = args.indexOf('--')
  const own = end === -1 ? args : args.slice(0, end)
  const rest = end === -1 ? [] : args.slice(end + 1)
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple = false }]) => [
      name,
      { type, multiple, ...(short === undefined ? {} : { short }) },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...own], options: config, allowPositionals: true, strict: true })
    checkChoices(values, options)
    return { values, positionals, rest }
  } catch (error) {
    if (error instanceof CliError) throw error
    const message = unknownOption(error, options) ?? firstSentence(error)
    throw new CliError('usage', message, 'See `longshore help`, or add --help to the command.')
  }
}

function checkChoices(values: ParsedInput['values'], options: OptionTable): void {
  for (const [name, { choices }] of Object.entries(options)) {
    const wrong = [values[name]].flat().find((each) => typeof each === 'string' && choices?.includes(each) === false)
    if (wrong !== undefined)
      throw new CliError('usage', `--${name} must be one of ${choices?.join(', ')}, not ${wrong}.`)
  }
}

function checkArguments(command: Command, { positionals, rest }: ParsedInput): void {
  const { arguments: specs = [] } = command
  const missing = specs[positionals.length]
  if (missing !== undefined && missing.isOptional !== true)
    throw new CliError('usage', `${missing.name} is missing: ${usageOf(command)}`, missing.summary)
  if (positionals.length > specs.length && specs.at(-1)?.isMany !== true)
    throw new CliError('usage', `Unexpected argument “${positionals[specs.length]}”: ${usageOf(command)}`)
  if (rest.length > 0 && command.rest === undefined)
    throw new CliError('usage', `This command takes nothing after --: ${usageOf(command)}`)
  for (const [index, spec] of specs.entries()) {
    const given = positionals[index]
    if (given !== undefined && spec.choices?.includes(given) === false)
      throw new CliError('usage', `${spec.name} must be one of ${spec.choices.join(', ')}, not ${given}.`)
  }
}

/** For example, `longshore env set KEY=VALUE… [options]`. */
export function usageOf({ path, arguments: specs = [], rest, options }: Command): string {
  const args = specs.map(({ name, isOptional, isMany }) => {
    const arg = isMany === true ? `${name}…` : name
    return isOptional === true ? `[${arg}]` : arg
  })
  const own = Object.keys(options).length > 0 ? ['[options]'] : []
  return ['longshore', path, ...args, ...own, ...(rest === undefined ? [] : ['--', rest])].join(' ')
}

/** Undefined if the error has another cause. */
function unknownOption(error: unknown, options: OptionTable): string | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')) return undefined
  const [, given] = /'(-[^']*)'/.exec(error.message) ?? []
  if (given === undefined) return undefined
  const suggestion = suggest(
    given,
    Object.keys(options).map((name) => `--${name}`),
  )
  return `Unknown option "${given}".${suggestion}`
}

function firstSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const end = text.indexOf('. ')
  return end === -1 ? text : text.slice(0, end + 1)
}

/** Generates help from the command table. */
import { globalOptions, type OptionTable } from './arguments/options.ts'
import { usageOf } from './arguments/parse.ts'
import type { Command } from './command.ts'
import type { Line } from './terminal/text.ts'

/** Sentences below the commands of a group. */
const notesOfGroups: Readonly<Record<string, string>> = {
  trash:
    'To remove something permanently before it expires, open Trash in the dashboard. An API token can’t do that, so there is no command for it.',
}

/** `group`: lists only commands that start with this word. */
export function helpOfAll(commands: readonly Command[], group?: string): Line[] {
  const shown = commands.filter(
    ({ path, isHidden }) => isHidden !== true && (group === undefined || path.split(' ')[0] === group),
  )
  const width = Math.max(...shown.map(({ path }) => path.length))
  const note = group === undefined ? undefined : notesOfGroups[group]
  return [
    { text: 'longshore – deploy to your own servers', style: 'bold' },
    '',
    ...shown.map(({ path, summary }): Line => [`  ${path.padEnd(width)}  `, { text: summary, style: 'dim' }]),
    '',
    ...(note === undefined ? [] : [note]),
    'Run longshore COMMAND --help for details. Use --json for JSON and --version for the version. Exit codes: docs/reference/cli.md.',
  ]
}

export function helpOfCommand(command: Command): Line[] {
  const { arguments: specs = [], options, details, examples = [] } = command
  return [
    { text: usageOf(command), style: 'bold' },
    '',
    command.summary,
    ...(details === undefined ? [] : [details]),
    ...section(
      'Arguments',
      specs.map(({ name, summary }) => [name, summary]),
    ),
    ...section('Options', optionRows(options)),
    ...section('Global options', optionRows(globalOptions)),
    ...(examples.length === 0
      ? []
      : ['', { text: 'Examples', style: 'bold' } as const, ...examples.map((each) => `  ${each}`)]),
  ]
}

/** `-f, --follow`, `--env ENVIRONMENT`. */
export function optionRows(options: OptionTable): [string, string][] {
  return Object.entries(options).map(([name, { short, type, value = 'VALUE', summary, multiple }]) => {
    const usage = `${short === undefined ? '' : `-${short}, `}--${name}${type === 'string' ? ` ${value}` : ''}`
    return [usage, multiple === true ? `${summary} Repeatable.` : summary]
  })
}

function section(title: string, rows: readonly (readonly [string, string])[]): Line[] {
  if (rows.length === 0) return []
  const width = Math.max(...rows.map(([name]) => name.length))
  return ['', { text: title, style: 'bold' }, ...rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)]
}

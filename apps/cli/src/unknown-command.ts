/** The error for an unknown command, with a suggestion. */
import { suggest } from './arguments/suggest.ts'
import type { Command } from './command.ts'
import { CliError } from './exit-codes.ts'

export function unknownCommand(given: string, commands: readonly Command[]): CliError {
  const paths = commands.filter(({ isHidden }) => isHidden !== true).map(({ path }) => path)
  return new CliError(
    'usage',
    `Unknown command "${given}".${suggest(given, paths)}`,
    'See all commands: longshore help',
  )
}

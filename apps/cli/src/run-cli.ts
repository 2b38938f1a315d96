/** Runs the CLI once: arguments in, exit code out. */
import { parseLine, splitCommand } from './arguments/parse.ts'
import type { Command } from './command.ts'
import { commandEntries, loadCommands } from './command-table.ts'
import type { Context } from './context.ts'
import { reportError } from './errors.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import { helpOfAll, helpOfCommand } from './help.ts'
import { createOutput, type Sink } from './terminal/output.ts'
import { createPrompt } from './terminal/prompt.ts'
import { sanitizeBlock } from './terminal/sanitize-terminal-text.ts'
import { unknownCommand } from './unknown-command.ts'
import { version } from './version.ts'

export interface CliProcess extends Pick<Context, 'stdin' | 'environment' | 'directory' | 'onInterrupt'> {
  readonly stdout: Sink
  readonly stderr: Sink
}

export async function runCli(args: readonly string[], own: CliProcess): Promise<number> {
  const { stdin, stdout, stderr, environment, directory, onInterrupt } = own
  const end = args.indexOf('--')
  // Read before parsing, so that usage errors have the right format too.
  const has = (option: string) => args.slice(0, end === -1 ? args.length : end).includes(option)
  const hasColors = !has('--no-color') && (environment.NO_COLOR ?? '') === '' && environment.TERM !== 'dumb'
  const output = createOutput({ stdout, stderr, isJson: has('--json'), hasColors })
  const place: Context['place'] = { url: undefined }
  if (args[0] === '--version') {
    output.line(`longshore ${version}`)
    return exitCodes.ok
  }
  try {
    const commands = await commandsFor(args)
    const { command, args: named, input } = parseLine(args, commands)
    if (command === undefined) {
      const isAsked = named.length === 0 && (input.values.help === true || args.length === 0)
      if (!isAsked && !commands.some(({ path }) => path.startsWith(`${named[0]} `)))
        throw unknownCommand(named[0] ?? args[0] ?? '', commands)
      for (const line of helpOfAll(commands, named[0])) output.line(line)
      return isAsked || input.values.help === true ? exitCodes.ok : exitCodes.usage
    }
    if (input.values.help === true) {
      for (const line of helpOfCommand(command)) output.line(line)
      return exitCodes.ok
    }
    const profile = input.values.profile
    const profileName = typeof profile === 'string' ? profile : undefined
    const prompt = createPrompt({ stdin, stderr })
    const context: Context = {
      output,
      prompt,
      stdin,
      stderr: (text) => void stderr.write(stderr.isTTY === true ? sanitizeBlock(text) : text),
      environment,
      directory,
      profileName,
      place,
      onInterrupt,
    }
    return (await command.run(context, input)) ?? exitCodes.ok
  } catch (error) {
    reportError(error, { output, stderr, url: place.url })
    return exitCodeOf(error)
  }
}

/** One command, or all if the arguments name none. */
async function commandsFor(args: readonly string[]): Promise<readonly Command[]> {
  const path = splitCommand(args, commandEntries).path.join(' ')
  const entry = commandEntries.find((each) => each.path === path)
  return entry === undefined ? await loadCommands() : [await entry.load()]
}

/**
 * How a service starts, as in Docker: the entrypoint of the file replaces that of the image, the command follows the
 * entrypoint, and no shell is involved. Only a generated image has no entrypoint, so its command is a line for a shell.
 */
import type { AnalyzedService } from '../report.schemas.ts'
import { type Notes, note } from './compose-warning.ts'
import type { ComposeCommand } from './read-command.ts'

export interface ComposeStart {
  readonly entrypoint: ComposeCommand | null
  readonly command: ComposeCommand | null
}

export interface Start {
  readonly fields: Partial<Pick<AnalyzedService, 'startCommand' | 'startArguments'>>
  readonly entrypoint: string[] | null
}

const nothing: Start = { fields: {}, entrypoint: null }

export function toStart(start: ComposeStart, notes: Notes): Start {
  const { entrypoint, command } = start
  noteDifferences(start, notes)
  const args = command === null || command.args.length === 0 ? null : [...command.args]
  // Docker uses the command of the image for an empty one.
  if (entrypoint === null) return args === null ? nothing : started(null, args)
  if (entrypoint.args.length > 0) return started([...entrypoint.args], args)
  if (args !== null) return started(args, null)
  note(notes, 'compose_key_refused', {
    message: 'an empty "entrypoint" without a command isn\'t supported.',
    line: entrypoint.line,
    instead: 'State the command that runs instead of the entrypoint.',
  })
  return nothing
}

/** A generated image has no entrypoint, so both parts become one line. */
export function toShellStart({ entrypoint, command }: ComposeStart): Start {
  const text = joinCommands(entrypoint?.text ?? null, command?.text ?? null)
  return text === null ? nothing : { fields: { startCommand: text }, entrypoint: null }
}

export function joinCommands(entrypoint: string | null, command: string | null): string | null {
  if (entrypoint === null || command === null) return entrypoint ?? command
  const text = `${entrypoint} ${command}`
  return text.length > 2_000 ? null : text
}

function started(entrypoint: string[] | null, args: string[] | null): Start {
  return { fields: { startCommand: null, startArguments: args }, entrypoint }
}

function noteDifferences({ entrypoint, command }: ComposeStart, notes: Notes): void {
  for (const [key, part] of [['entrypoint', entrypoint] as const, ['command', command] as const]) {
    if (part === null) continue
    const { operator, line, unresolved } = part
    if (operator !== null)
      note(notes, 'compose_command_cut', {
        message: `Compose runs no shell, so "${key}" ends before ${operator}.`,
        line,
        instead: 'Use a list such as ["sh", "-c", "…"] to run it in a shell.',
      })
    if (unresolved.length > 0)
      note(notes, 'compose_reference_kept', {
        message: `"${key}" refers to ${unresolved.slice(0, 5).join(', ')}, which has no value here.`,
        line,
        instead: 'The reference stays as it is written. Replace it with its value in the service settings.',
      })
  }
}

/** A command as the text of a field: a shell command as it is, or a list of arguments as JSON, so that each stays whole. */
import { splitCommand } from './split-command.ts'

export function commandText(command: string | readonly string[] | null | undefined): string {
  if (command === null || command === undefined) return ''
  return typeof command === 'string' ? command : JSON.stringify(command)
}

/** Text that isn't a list is a shell command. */
export function readCommand(text: string): string | string[] | null {
  const trimmed = text.trim()
  return trimmed === '' ? null : (readList(trimmed) ?? trimmed)
}

/** Arguments as a list, or as words that a shell would split. Null: neither, such as a list without its end. */
export function readArguments(text: string): string[] | null {
  const trimmed = text.trim()
  return trimmed.startsWith('[') ? readList(trimmed) : splitCommand(trimmed)
}

function readList(text: string): string[] | null {
  if (!text.startsWith('[')) return null
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((word) => typeof word === 'string') ? list : null
  } catch {
    return null
  }
}

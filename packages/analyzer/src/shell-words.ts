import { onOneLine } from './formats/one-line.ts'

/** Joins arguments to a shell command that splits into the same arguments. */
export function joinArgs(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
}

/** Normalizes a command for the report: one line of limited length; null if nothing is left. */
export function toCommand(text: string): string | null {
  const line = onOneLine(text.replaceAll(/\\\r?\n/g, ' ')).trim()
  return line === '' || line.length > 2_000 ? null : line
}

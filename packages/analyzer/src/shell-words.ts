import { onOneLine } from './formats/one-line.ts'

/** Words of a list as one line for a shell, so that the shell gives the same words back. */
export function joinArgs(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
}

/** A command as the report may hold it: one line, not endless; null when nothing is left. */
export function toCommand(text: string): string | null {
  const line = onOneLine(text.replaceAll(/\\\r?\n/g, ' ')).trim()
  return line === '' || line.length > 2_000 ? null : line
}

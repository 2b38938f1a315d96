/** Variables → the text of a .env file that reads back to the same values. */
export interface DotenvEntry {
  readonly key: string
  /** Undefined: nobody may see it; only its name is written. */
  readonly value: string | undefined
}

export function toDotenv(entries: readonly DotenvEntry[]): string {
  return entries
    .map(({ key, value }) => (value === undefined ? `# ${key} is secret\n` : `${key}=${quote(value)}\n`))
    .join('')
}

function quote(value: string): string {
  if (/^[\w./:@%+,=-]*$/.test(value)) return value
  // Nothing in single quotes means anything else.
  if (!value.includes("'") && !value.includes('\\')) return `'${value}'`
  const escaped = value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
  return `"${escaped}"`
}

/** Variables → a .env file that parses to the same values. */
export interface DotenvEntry {
  readonly key: string
  /** Undefined: the value can't be revealed, so only the name is written. */
  readonly value: string | undefined
}

export function toDotenv(entries: readonly DotenvEntry[]): string {
  return entries
    .map(({ key, value }) => (value === undefined ? `# ${key} is secret\n` : `${key}=${quote(value)}\n`))
    .join('')
}

function quote(value: string): string {
  if (/^[\w./:@%+,=-]*$/.test(value)) return value
  // Single quotes have no escapes.
  if (!value.includes("'") && !value.includes('\\')) return `'${value}'`
  const escaped = value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
  return `"${escaped}"`
}

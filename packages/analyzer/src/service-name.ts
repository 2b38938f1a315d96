/** Converts a name from a file to a valid service name; null if nothing is left. */
export function toServiceName(text: string): string | null {
  const letters = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
  const name = letters.replace(/^-/, '').replace(/-$/, '')
  return name === '' ? null : name
}

/** A name that a service may have, made of what a file calls it; null when nothing is left. */
export function toServiceName(text: string): string | null {
  const letters = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
  const name = letters.replace(/^-/, '').replace(/-$/, '')
  return name === '' ? null : name
}

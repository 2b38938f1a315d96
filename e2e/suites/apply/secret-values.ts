/** Values for the environment variables that an exported file names. */
const names = /^#\s{3}([A-Z0-9_]+)$/gm

/** `known` has the values that are checked by other systems. Servers get generated keys. */
export function secretsOf(text: string, known: Record<string, string>): Record<string, string> {
  const found = [...text.matchAll(names)].map(([, name = '']) => name).filter((name) => !name.startsWith('SERVER_'))
  return Object.fromEntries(found.map((name) => [name, secretValue(name, known)]))
}

function secretValue(name: string, known: Record<string, string>): string {
  if (name.startsWith('GIT_')) return known.gitToken ?? ''
  if (name.startsWith('COMPOSE_')) return known.compose ?? ''
  if (name.startsWith('CHANNEL_') && name.endsWith('_URL')) return known.url ?? ''
  if (name.startsWith('STORAGE_')) return known.s3 ?? ''
  if (name.endsWith('_CERTIFICATE')) return known.chain ?? ''
  if (name.endsWith('_PRIVATE_KEY')) return known.key ?? ''
  if (name.includes('TELEGRAM')) return known.telegram ?? ''
  return `value-of-${name.toLowerCase().replaceAll('_', '-')}`.slice(0, 60)
}

/** Registry hosts, and the registry of an image; pure. */

export const dockerHub = 'docker.io'

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const hubNames: ReadonlySet<string> = new Set([
  'docker.io',
  'index.docker.io',
  'registry-1.docker.io',
  'hub.docker.com',
])

/** Normalizes to lower case, without scheme and path; undefined for an invalid host. */
export function cleanRegistryHost(text: string): string | undefined {
  const lower = text.trim().toLowerCase()
  const bare = lower.startsWith('https://') ? lower.slice('https://'.length) : lower
  const host = bare.endsWith('/') ? bare.slice(0, -1) : bare
  if (hubNames.has(host) || host === 'index.docker.io/v1') return dockerHub
  const [name = '', port, ...rest] = host.split(':')
  if (rest.length > 0 || name.length > 253) return undefined
  if (port !== undefined && !isPort(port)) return undefined
  if (!name.split('.').every((part) => label.test(part))) return undefined
  // Without a dot or a port, the first part of an image's name isn't a host, so no image could refer to such a
  // registry.
  return name.includes('.') || port !== undefined || name === 'localhost' ? host : undefined
}

/** Returns the registry of `[host[:port]/]name[:tag][@digest]`. */
export function registryOf(imageReference: string): string {
  const [first = '', ...rest] = imageReference.split('/')
  const isHost = rest.length > 0 && (first.includes('.') || first.includes(':') || first === 'localhost')
  return isHost ? (cleanRegistryHost(first) ?? first.toLowerCase()) : dockerHub
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}

/** API URL. Like Docker, only registries on the machine itself are used without TLS. */
export function registryUrl(host: string): string {
  const [name = ''] = host.split(':')
  const isLocal = name === 'localhost' || name.startsWith('127.')
  return `${isLocal ? 'http' : 'https'}://${host === dockerHub ? 'registry-1.docker.io' : host}/v2/`
}

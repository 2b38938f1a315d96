/** What the proxy's container is called. Each version has a name of its own, so that a new one can start beside the old one. */
const base = 'longshore-proxy'

export function proxyName(version: string): string {
  return `${base}-${version}`
}

export function isProxyName(name: string): boolean {
  return name === base || name.startsWith(`${base}-`)
}

/** Names of proxy containers. Each version has its own name, so that a new one can start next to the old one. */
const base = 'longshore-proxy'

export function proxyName(version: string): string {
  return `${base}-${version}`
}

export function isProxyName(name: string): boolean {
  return name === base || name.startsWith(`${base}-`)
}

/** The variables with which a service learns its own hostnames; pure. Frameworks that check hosts refuse names that they don't know. */

/** By service, in the order that they came in. */
export type Hostnames = Readonly<Record<string, readonly string[]>>

/** More would not fit into a variable on every system, and a list of so many is kept by the proxy alone. */
const maxHostnames = 500

export function hostnamesByService(
  attached: readonly { readonly hostname: string; readonly service: string }[],
): Record<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { hostname, service } of attached) {
    const own = found.get(service) ?? []
    // One more than fits shows that there are too many.
    if (own.length <= maxHostnames) own.push(hostname)
    found.set(service, own)
  }
  return Object.fromEntries(found)
}

/**
 * `LONGSHORE_HOSTNAMES` for any program, `NG_ALLOWED_HOSTS` for Angular. Other services of the environment use the name of the service,
 * and its own checks use localhost. `*` stands for any host: the proxy forwards only requests for hostnames that it knows.
 */
export function hostnameVariables(service: string, hostnames: Hostnames): (readonly [key: string, value: string])[] {
  const own = Object.hasOwn(hostnames, service) ? (hostnames[service] ?? []) : []
  if (own.length === 0) return []
  const value = own.length > maxHostnames ? '*' : [...new Set([...own, service, 'localhost'])].join(',')
  return [
    ['LONGSHORE_HOSTNAMES', value],
    ['NG_ALLOWED_HOSTS', value],
  ]
}

/**
 * Variables that tell a service its own hostnames. Frameworks that check hosts reject names that they don't know. Pure.
 */

/** Hostnames by service, in their original order. */
export type Hostnames = Readonly<Record<string, readonly string[]>>

/** The URL under which people reach a service. */
export interface PublicUrl {
  readonly service: string
  /** The URL has no slash at the end. */
  readonly url: string
}

/** More wouldn't fit into a variable on every system, so only the proxy keeps longer lists. */
const maxHostnames = 500

export interface AttachedHostname extends PublicUrl {
  readonly hostname: string
  readonly origin: 'automatic' | 'domain'
}

/**
 * Returns the hostnames whose requests reach a service, automatic ones first. Redirecting ones are left out, because
 * the proxy responds to their requests.
 */
export function servedHostnames<
  Route extends {
    readonly hostname: string
    readonly url: string
    readonly service: string
    readonly origin: 'automatic' | 'domain'
  },
>(routes: readonly Route[], redirects: (route: Route) => boolean): AttachedHostname[] {
  const served = routes.filter((route) => !redirects(route))
  return [
    ...served.filter(({ origin }) => origin === 'automatic'),
    ...served.filter(({ origin }) => origin === 'domain'),
  ].map(({ hostname, service, url, origin }) => ({ hostname, service, url, origin }))
}

/** Returns the main URL of each service: its first custom domain, otherwise its automatic hostname. */
export function publicUrls(attached: readonly AttachedHostname[]): PublicUrl[] {
  const found = new Map<string, string>()
  for (const wanted of ['domain', 'automatic'] as const)
    for (const { service, url, origin } of attached)
      if (origin === wanted && !found.has(service)) found.set(service, url)
  return [...found].map(([service, url]) => ({ service, url }))
}

export function hostnamesByService(
  attached: readonly { readonly hostname: string; readonly service: string }[],
): Record<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { hostname, service } of attached) {
    const own = found.get(service) ?? []
    // One more than the limit shows that there are too many.
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

/** `LONGSHORE_URL` and `LONGSHORE_HOSTNAME`: where people reach the service, such as for links in mails. */
export function urlVariables(
  service: string,
  urls: readonly PublicUrl[],
): (readonly [key: 'LONGSHORE_URL' | 'LONGSHORE_HOSTNAME', value: string])[] {
  const own = urls.find((each) => each.service === service)
  if (own === undefined) return []
  return [
    ['LONGSHORE_URL', own.url],
    ['LONGSHORE_HOSTNAME', own.url.slice(own.url.indexOf('://') + 3)],
  ]
}

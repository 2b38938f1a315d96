/**
 * Compiles a proxy's configuration; pure. It has two parts. The table maps each hostname to its target and certificate;
 * the proxy reads it with each request, so changing it closes no connection. Caddy's own part is the same for all
 * hostnames; only a change to it reloads Caddy.
 */
import { noOptions, type RouteOptions } from './route-options.schemas.ts'
import type { RouteRules } from './route-rules.schemas.ts'

export type RouteTls = 'off' | 'internal' | 'auto' | 'custom'

export interface CompiledRoute {
  readonly hostname: string
  /** Folder name on the proxy. */
  readonly environment: string
  readonly service: string
  readonly tls: RouteTls
  readonly forceHttps: boolean
  readonly certificate: { chain: string; key: string } | null
  readonly options?: RouteOptions
  /** Registration facts; null for an automatic hostname. */
  readonly domain?: CompiledDomain | null
}

export interface CompiledDomain {
  /** False: nothing is served before the organization has verified ownership of the hostname. */
  readonly isServed: boolean
  readonly mayIssue: boolean
  /** A certificate that failed before this time is retried immediately. */
  readonly askedAt?: Date | null
  /** The CDN in front of it, whose client information is trusted. */
  readonly cdn: string | null
  readonly reach: { readonly token: string; readonly answer: string }
}

/** The dashboard's route: it always exists, and no route can take its hostname. */
export interface SystemRoute {
  readonly hostname: string
  /** Address and port on the server itself. */
  readonly dial: string
  readonly tls: 'off' | 'internal' | 'auto'
}

/** The certificate authority of all hostnames with `auto`. */
export interface AuthoritySettings {
  readonly directory: string
  /** PEM of the authority that signed the directory's own server; null if it is publicly trusted. */
  readonly roots: string | null
  readonly email: string | null
}

/** Another reverse proxy on the server has ports 80 and 443, and forwards to ours. */
export interface FrontProxy {
  /** Address and port where ours listens for HTTP. */
  readonly listen: string
  /**
   * Address and port where ours listens for TLS connections, which begin with the PROXY protocol. Null if the other one
   * terminates TLS.
   */
  readonly secureListen: string | null
  /** Networks whose information about clients is trusted. */
  readonly trusted: readonly string[]
}

export interface ProxyInput {
  readonly authority: AuthoritySettings
  readonly routes: readonly CompiledRoute[]
  readonly system: SystemRoute | null
  /** Networks of content delivery networks, by name. */
  readonly networks?: Readonly<Record<string, readonly string[]>>
  readonly front?: FrontProxy | null
}

const adminSocket = 'unix//run/longshore/admin.sock|0600'
// Apps close idle connections after two seconds or more; a request must not hit that moment.
const idleToApps = '1500ms'
// Wait for a service that stops before its next version starts.
const waitForApp = '5s'

export function compileProxyConfiguration(input: ProxyInput): string {
  const { routes, system, authority, networks = {}, front = null } = input
  const own = oneEach(routes).filter(({ hostname }) => hostname !== system?.hostname)
  const table = tableOf(own, system, networks)
  return JSON.stringify({
    caddy: caddyPart(authority, front),
    table: front === null ? table : behindFront(table, front),
  })
}

/** An automatic hostname never replaces a custom domain. */
function oneEach(routes: readonly CompiledRoute[]): CompiledRoute[] {
  const inOrder = routes.toSorted((one, other) => Number(isDomain(one)) - Number(isDomain(other)))
  return [...new Map(inOrder.map((route) => [route.hostname, route])).values()]
}

function isDomain({ domain }: CompiledRoute): boolean {
  return domain !== undefined && domain !== null
}

function tableOf(
  routes: readonly CompiledRoute[],
  system: SystemRoute | null,
  networks: Readonly<Record<string, readonly string[]>>,
) {
  const tlsOf = new Map(routes.map(({ hostname, tls }) => [hostname, tls]))
  const entries = routes.map((route) => [route.hostname, entryOf(route, tlsOf)] as const)
  const fixed = system === null ? [] : [[system.hostname, systemEntry(system)] as const]
  const named = [...new Set(routes.flatMap(({ domain }) => domain?.cdn ?? []))].toSorted()
  const sorted = [...entries, ...fixed].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return {
    routes: Object.fromEntries<object>(sorted),
    networks: Object.fromEntries(
      named.flatMap((name) => (networks[name] === undefined ? [] : [[name, networks[name]]])),
    ),
  }
}

function entryOf(route: CompiledRoute, tlsOf: ReadonlyMap<string, RouteTls>) {
  const { environment, service, tls, forceHttps, certificate, options = noOptions, domain = null } = route
  const reach = domain === null ? {} : { reach: domain.reach }
  if (domain?.isServed === false) return { environment, service, isHeld: true, ...reach }
  return {
    environment,
    service,
    ...(tls === 'off' ? {} : { tls: true }),
    ...(forceHttps && tls !== 'off' ? { forceHttps: true } : {}),
    ...(certificate === null ? {} : { certificate }),
    // Without a registration it is an automatic hostname, whose DNS is ours too.
    ...(tls === 'auto' ? authorityOf(domain) : {}),
    ...reach,
    ...(domain === null || domain.cdn === null ? {} : { behind: domain.cdn }),
    ...optionsOf(options, { tls, tlsOf }),
  }
}

function authorityOf(domain: CompiledDomain | null) {
  const askedAt = domain?.askedAt?.getTime()
  return { acme: true, mayIssue: domain?.mayIssue ?? true, ...(askedAt === undefined ? {} : { askedAt }) }
}

function optionsOf(options: RouteOptions, { tls, tlsOf }: { tls: RouteTls; tlsOf: ReadonlyMap<string, RouteTls> }) {
  const { redirectTo, rules, hsts, signIns, maxBodyBytes, maintenancePage, isInMaintenance, errorPages, paths } =
    options
  const scheme = redirectTo !== null && (tlsOf.get(redirectTo) ?? 'off') === 'off' ? 'http' : 'https'
  return {
    ...(redirectTo === null ? {} : { redirectTo: `${scheme}://${redirectTo}` }),
    ...(rules.length === 0 ? {} : { redirects: rules.map(toRule) }),
    ...(hsts === null || tls === 'off' ? {} : { hsts }),
    ...(signIns.length === 0 ? {} : { basicAuth: signIns.map(toAccount) }),
    ...(maxBodyBytes === null ? {} : { maxBodyBytes }),
    ...rulesOf(options),
    ...(maintenancePage === null
      ? {}
      : { maintenance: { html: maintenancePage, ...(isInMaintenance ? { isOn: true } : {}) } }),
    ...(errorPages.length === 0 ? {} : { errorPages }),
    ...(paths.length === 0 ? {} : { paths: paths.map(toPath) }),
  }
}

function toRule({ from, match, to, status }: RouteOptions['rules'][number]) {
  return { from, to, status, ...(match === 'prefix' ? { isPrefix: true } : {}) }
}

function toPath(given: RouteOptions['paths'][number]) {
  const { path, service, stripPrefix, inheritAccess, maxBodyBytes, signIns, ...rules } = given
  return {
    path,
    service,
    ...(stripPrefix ? { stripPrefix } : {}),
    ...(inheritAccess ? {} : { hasOwnAccess: true }),
    ...(signIns.length === 0 ? {} : { basicAuth: signIns.map(toAccount) }),
    ...(maxBodyBytes === null ? {} : { maxBodyBytes }),
    ...rulesOf(rules),
  }
}

/** Fields of the proxy's table have the names of the API's. */
function rulesOf({ timeoutSeconds, rateLimit, allowedNetworks, requestHeaders, responseHeaders }: RouteRules) {
  return {
    ...(timeoutSeconds === null ? {} : { timeoutSeconds }),
    ...(rateLimit === null ? {} : { rateLimit }),
    ...(allowedNetworks === null || allowedNetworks.length === 0 ? {} : { allowedNetworks }),
    ...(requestHeaders === null ? {} : { requestHeaders }),
    ...(responseHeaders === null ? {} : { responseHeaders }),
  }
}

function toAccount({ username, salt, hash }: RouteOptions['signIns'][number]) {
  return { name: username, salt, hash }
}

function systemEntry({ dial, tls }: SystemRoute) {
  const authority = tls === 'auto' ? { acme: true, mayIssue: true } : {}
  return { dial, ...(tls === 'off' ? {} : { tls: true, forceHttps: true, ...authority }) }
}

const frontName = 'front-proxy'
/** If the proxy in front terminates TLS, it has the certificates and decides about redirects to HTTPS. */
const tlsFields = new Set(['tls', 'forceHttps', 'certificate', 'acme', 'mayIssue', 'askedAt'])

/** Every hostname is behind the proxy in front, and some are behind a CDN in front of that. */
function behindFront({ routes, networks }: ReturnType<typeof tableOf>, { trusted, secureListen }: FrontProxy) {
  const all = Object.entries(networks).map(([name, more]) => [`${frontName}-${name}`, [...trusted, ...(more ?? [])]])
  const entries = Object.entries(routes).map(([hostname, entry]) => {
    const isKept = (name: string) => name !== 'behind' && (secureListen !== null || !tlsFields.has(name))
    const fields = Object.entries(entry).filter(([name]) => isKept(name))
    const behind = 'behind' in entry ? `${frontName}-${entry.behind}` : frontName
    return [hostname, { ...Object.fromEntries(fields), behind }]
  })
  return { routes: Object.fromEntries(entries), networks: Object.fromEntries([[frontName, trusted], ...all]) }
}

function caddyPart({ directory, roots, email }: AuthoritySettings, front: FrontProxy | null) {
  const shared = {
    automatic_https: { disable: true },
    read_header_timeout: '30s',
    idle_timeout: '5m',
    max_header_bytes: 65_536,
    routes: [{ handle: [{ handler: 'longshore_routing' }, reverseProxy] }],
  }
  return {
    // Only root on the server can access it; there is no admin port.
    admin: { listen: adminSocket, config: { persist: false } },
    logging: { logs: { default: { level: 'WARN' } } },
    storage: { module: 'file_system', root: '/data/caddy' },
    apps: {
      http: {
        // Before it stops, the proxy asks clients to close their connections, so that no request is sent into a closing
        // one. Both times together stay below the 30 seconds that Docker allows.
        shutdown_delay: '4s',
        grace_period: '25s',
        servers: {
          plain: { ...shared, listen: [front?.listen ?? ':80'], protocols: ['h1'] },
          ...(front?.secureListen === null ? {} : { secure: { ...shared, ...secure, ...behindListener(front) } }),
        },
      },
      tls: {
        automation: {
          // Our own module handles every handshake; nothing else may be signed.
          policies: [{ get_certificate: [{ via: 'longshore' }], issuers: [{ module: 'internal' }] }],
          on_demand: { permission: { module: 'longshore' } },
        },
      },
      longshore_keeper: { directory, ...(roots === null ? {} : { roots }), ...(email === null ? {} : { email }) },
      pki: { certificate_authorities: { local: { install_trust: false, name: 'Longshore' } } },
    },
  }
}

/** UDP isn't forwarded, so there is no HTTP/3. A connection from elsewhere has no PROXY header, and keeps its address. */
function behindListener(front: FrontProxy | null) {
  if (front === null) return {}
  const proxyProtocol = { wrapper: 'proxy_protocol', timeout: '5s', allow: front.trusted, fallback_policy: 'SKIP' }
  return {
    listen: [front.secureListen],
    protocols: ['h1', 'h2'],
    listener_wrappers: [proxyProtocol, { wrapper: 'tls' }],
  }
}

const secure = { listen: [':443'], protocols: ['h1', 'h2', 'h3'], tls_connection_policies: [{}] }

const reverseProxy = {
  handler: 'reverse_proxy',
  dynamic_upstreams: { source: 'longshore' },
  load_balancing: { selection_policy: { policy: 'least_conn' }, try_duration: waitForApp, try_interval: '100ms' },
  transport: {
    protocol: 'http',
    dial_timeout: '3s',
    compression: false,
    keep_alive: { idle_timeout: idleToApps, max_idle_conns_per_host: 100 },
  },
  // A reload must not close WebSockets.
  stream_close_delay: '1h',
}

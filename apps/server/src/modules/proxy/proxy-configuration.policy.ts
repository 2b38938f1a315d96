/**
 * The one compiler of a proxy's configuration; pure. It has two parts. The table says where each hostname leads and what
 * certificate it wants, and is read by the proxy with each request: changing it costs no connection. Caddy's own part holds what
 * is the same for all hostnames; only when it changes is Caddy reloaded.
 */
import { noOptions, type RouteOptions } from './route-options.schemas.ts'

export type RouteTls = 'off' | 'internal' | 'auto' | 'custom'

export interface CompiledRoute {
  readonly hostname: string
  /** As folders on the proxy are called. */
  readonly environment: string
  readonly service: string
  readonly tls: RouteTls
  readonly forceHttps: boolean
  readonly certificate: { chain: string; key: string } | null
  readonly options?: RouteOptions
  /** What its registration says; null: it is no domain but an address of ours. */
  readonly domain?: CompiledDomain | null
}

export interface CompiledDomain {
  /** False: nothing is served before the organization has shown that the hostname is its own. */
  readonly isServed: boolean
  readonly mayIssue: boolean
  /** A certificate that failed before this time is tried again at once. */
  readonly askedAt?: Date | null
  /** The network that stands before it, and whose word about clients is believed. */
  readonly cdn: string | null
  readonly reach: { readonly token: string; readonly answer: string }
}

/** The dashboard's: it is there whatever the routes say, and no route can take its hostname. */
export interface SystemRoute {
  readonly hostname: string
  /** Address and port on the server itself. */
  readonly dial: string
  readonly tls: 'off' | 'internal' | 'auto'
}

/** The certificate authority that all hostnames with `auto` use. */
export interface AuthoritySettings {
  readonly directory: string
  /** PEM: who signed for the directory's own server; null: somebody whom everybody trusts. */
  readonly roots: string | null
  readonly email: string | null
}

export interface ProxyInput {
  readonly authority: AuthoritySettings
  readonly routes: readonly CompiledRoute[]
  readonly system: SystemRoute | null
  /** Networks of content delivery networks, by name. */
  readonly networks?: Readonly<Record<string, readonly string[]>>
}

const adminSocket = 'unix//run/longshore/admin.sock|0600'
// Apps close idle connections after two seconds or more; a request must not meet that moment.
const idleToApps = '1500ms'
// A service that stops before its next version starts is waited for.
const waitForApp = '5s'

export function compileProxyConfiguration({ routes, system, authority, networks = {} }: ProxyInput): string {
  const own = oneEach(routes).filter(({ hostname }) => hostname !== system?.hostname)
  return JSON.stringify({ caddy: caddyPart(authority), table: tableOf(own, system, networks) })
}

/** An address of ours never takes a hostname from somebody's domain. */
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
  return {
    routes: Object.fromEntries([...entries, ...fixed].toSorted(([one], [other]) => (one < other ? -1 : 1))),
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
    // Without a registration it is an address of ours, whose DNS is ours too.
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
  const { redirectTo, rules, hsts, signIns, maxBodyBytes, maintenancePage } = options
  const scheme = redirectTo !== null && (tlsOf.get(redirectTo) ?? 'off') === 'off' ? 'http' : 'https'
  return {
    ...(redirectTo === null ? {} : { redirectTo: `${scheme}://${redirectTo}` }),
    ...(rules.length === 0 ? {} : { redirects: rules.map(toRule) }),
    ...(hsts === null || tls === 'off' ? {} : { hsts }),
    ...(signIns.length === 0 ? {} : { basicAuth: signIns.map(toAccount) }),
    ...(maxBodyBytes === null ? {} : { maxBodyBytes }),
    ...(maintenancePage === null ? {} : { maintenance: { html: maintenancePage } }),
  }
}

function toRule({ from, match, to, status }: RouteOptions['rules'][number]) {
  return { from, to, status, ...(match === 'prefix' ? { isPrefix: true } : {}) }
}

function toAccount({ username, salt, hash }: RouteOptions['signIns'][number]) {
  return { name: username, salt, hash }
}

function systemEntry({ dial, tls }: SystemRoute) {
  const authority = tls === 'auto' ? { acme: true, mayIssue: true } : {}
  return { dial, ...(tls === 'off' ? {} : { tls: true, forceHttps: true, ...authority }) }
}

function caddyPart({ directory, roots, email }: AuthoritySettings) {
  const shared = {
    automatic_https: { disable: true },
    read_header_timeout: '30s',
    idle_timeout: '5m',
    max_header_bytes: 65_536,
    routes: [{ handle: [{ handler: 'longshore_routing' }, reverseProxy] }],
  }
  return {
    // Nobody but root on the server reaches it; there is no admin port.
    admin: { listen: adminSocket, config: { persist: false } },
    logging: { logs: { default: { level: 'WARN' } } },
    storage: { module: 'file_system', root: '/data/caddy' },
    apps: {
      http: {
        // A proxy that is about to stop asks clients to close their connections first, so that none of them sends a request
        // into a connection that closes. Both times together stay below the 30 seconds that Docker allows.
        shutdown_delay: '4s',
        grace_period: '25s',
        servers: {
          plain: { ...shared, listen: [':80'], protocols: ['h1'] },
          secure: { ...shared, listen: [':443'], protocols: ['h1', 'h2', 'h3'], tls_connection_policies: [{}] },
        },
      },
      tls: {
        automation: {
          // Every handshake is answered by our own module; nothing else may be signed.
          policies: [{ get_certificate: [{ via: 'longshore' }], issuers: [{ module: 'internal' }] }],
          on_demand: { permission: { module: 'longshore' } },
        },
      },
      longshore_keeper: { directory, ...(roots === null ? {} : { roots }), ...(email === null ? {} : { email }) },
      pki: { certificate_authorities: { local: { install_trust: false, name: 'Longshore' } } },
    },
  }
}

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
  // A reload must not cut WebSockets.
  stream_close_delay: '1h',
}

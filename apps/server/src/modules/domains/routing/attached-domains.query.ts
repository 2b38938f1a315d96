/** Maps attached domains to API responses. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { EnvironmentRow } from '../../environments/index.ts'
import type { CertificateState } from '../certificates/certificates.schemas.ts'
import { describeCertificate } from '../certificates/custom-certificate.crypto.ts'
import { readCertificates } from '../certificates/read-certificates.query.ts'
import type { AttachedDomain, AttachedState } from './attached-domains.schemas.ts'
import { type DomainFacts, readDomainFacts } from './domain-facts.query.ts'
import { serversOf } from './environment-servers.policy.ts'
import type { PathRoute, StoredPath } from './path-routes.schemas.ts'
import type { RouteTls } from './proxy-configuration.policy.ts'
import type { RouteRules } from './route-rules.schemas.ts'
import type { RouteRow } from './routes.repository.ts'
import { findProxyVersions, type ProxyVersions } from './server-proxies.repository.ts'

export async function readAttached(
  tx: Tx,
  organizationId: OrganizationId,
  found: { routes: readonly RouteRow[]; environment: EnvironmentRow; isTxtRequired: boolean },
): Promise<AttachedDomain[]> {
  const facts = await readDomainFacts(tx, organizationId, found)
  const [serverId] = serversOf(found.environment)
  const proxy = serverId === undefined ? null : await findProxyVersions(tx, organizationId, serverId)
  const automatic = found.routes.filter(({ tls }) => tls === 'auto').map(({ hostname }) => hostname)
  const certificates = await readCertificates(tx, organizationId, automatic)
  return found.routes.flatMap((route) => {
    const { domainId } = route
    const issued = certificates.find(({ hostname }) => hostname === route.hostname) ?? null
    return domainId === null ? [] : [toAttached(route, { domainId, issued, state: stateOf(route, { facts, proxy }) })]
  })
}

function stateOf(
  { hostname }: RouteRow,
  { facts, proxy }: { facts: DomainFacts; proxy: ProxyVersions | null | undefined },
): AttachedState {
  const none = { loadedAt: null, error: null }
  if (proxy === null) return { status: 'waiting', ...none }
  if (facts.get(hostname)?.isServed !== true) return { status: 'unverified', ...none }
  if (proxy === undefined) return { status: 'loading', ...none }
  const { loadedAt, loaded, wanted } = proxy
  const reason = proxy.dropped.find((each) => each.hostname === hostname)?.reason
  if (reason !== undefined && loaded >= wanted)
    return { status: 'failed', loadedAt: null, error: { code: 'proxy_entry_refused', message: reason } }
  if (loaded >= wanted) return { status: 'loaded', loadedAt, error: null }
  return proxy.error === null
    ? { status: 'loading', ...none }
    : { status: 'failed', loadedAt: null, error: proxy.error }
}

function toAttached(
  { hostname, service, tls, certificate, forceHttps, options, createdAt, updatedAt }: RouteRow,
  { domainId, state, issued }: { domainId: Id<'dom'>; state: AttachedState; issued: CertificateState | null },
): AttachedDomain {
  return {
    domainId,
    hostname,
    url: urlOf({ hostname, tls, forceHttps }),
    service,
    ssl: {
      mode: tls === 'internal' ? 'auto' : tls,
      certificate: certificate === null ? null : describeCertificate(certificate),
      state: issued,
    },
    forceHttps,
    redirects: { www: options.www, rules: options.rules },
    redirectsTo: options.redirectTo,
    hsts: options.hsts,
    basicAuth: options.signIns.map(({ username }) => ({ username })),
    maxBodyBytes: options.maxBodyBytes,
    maintenance:
      options.maintenancePage === null ? null : { html: options.maintenancePage, enabled: options.isInMaintenance },
    errorPages: options.errorPages,
    ...toRules(options),
    paths: options.paths.map(toPath),
    state,
    createdAt,
    updatedAt,
  }
}

function toRules(rules: RouteRules): RouteRules {
  const { timeoutSeconds, rateLimit, allowedNetworks, requestHeaders, responseHeaders } = rules
  return { timeoutSeconds, rateLimit, allowedNetworks, requestHeaders, responseHeaders }
}

function toPath({ signIns, ...path }: StoredPath): PathRoute {
  return { ...path, basicAuth: signIns.map(({ username }) => ({ username })) }
}

/** Browsers warn about the proxy's own certificate, so show the http URL in that case. */
export function urlOf({ hostname, tls, forceHttps }: { hostname: string; tls: RouteTls; forceHttps: boolean }): string {
  const isHttps = tls === 'auto' || tls === 'custom' || forceHttps
  return `${isHttps ? 'https' : 'http'}://${hostname}`
}

/** The worker side of domains: DNS checks, the proxies of servers, and certificates. */
import type { AddressPolicy } from '@longshore/addresses'
import { createProxyPrograms } from '@longshore/remote/proxy'
import type { Database } from '../../platform/database/database.ts'
import { createQueryDns } from '../../platform/dns/query-dns.ts'
import { createLookupAll, parseResolvers } from '../../platform/dns/resolvers.ts'
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { Log } from '../../platform/log/log.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import type { WorkerSettings } from '../../settings.ts'
import type { ServerAccess } from '../servers/worker.ts'
import { authorityOf } from './certificates/certificate-authority.policy.ts'
import { createCertificatePoller } from './certificates/certificates.poller.ts'
import { cdnNetworks, knownCdns, parseCdnRanges } from './dns/cdn-ranges.policy.ts'
import { createDomainChecks } from './dns/domains.poller.ts'
import { createProbeHostname } from './dns/probe-hostname.client.ts'
import { isProofRequired } from './dns/proof-required.query.ts'
import { createProxyCheck } from './routing/check-proxy.remote.ts'
import { dashboardRouteOf } from './routing/dashboard-route.policy.ts'
import { createEnsureProxy, type EnsureProxy } from './routing/ensure-proxy.remote.ts'
import { createFindDashboardServer } from './routing/find-dashboard-server.remote.ts'
import { readHostnameAddresses } from './routing/hostname-addresses.query.ts'
import { createProxyRecords, type ProxyRecords } from './routing/proxy-records.remote.ts'
import { createProxyRelease, type ProxyReleaseClaim } from './routing/proxy-release.remote.ts'
import { touchHostname } from './routing/reload-proxies.action.ts'
import { createLoadProxy, type LoadProxyWork } from './routing/workflow/load-proxy.workflow.ts'

export { listCertificateTerms } from './certificates/certificate-terms.query.ts'

export interface ProxiesOptions {
  database: Database
  unsealer: Unsealer
  /** ID of this instance. */
  instance: string
  settings: Pick<
    WorkerSettings,
    | 'ACME_CA_CERTIFICATE'
    | 'ACME_DIRECTORY_URL'
    | 'ACME_EMAIL'
    | 'ACME_STAGING'
    | 'CDN_RANGES'
    | 'DASHBOARD_UPSTREAM'
    | 'GENERATED_HOSTNAME_DOMAIN'
    | 'PROXY_HTTP_LISTEN'
    | 'PROXY_HTTPS_LISTEN'
    | 'PROXY_PROGRAMS_DIRECTORY'
    | 'PROXY_TRUSTED'
    | 'PUBLIC_URL'
    | 'SIGN_UP_MODE'
  >
}

export interface Proxies {
  release: ProxyReleaseClaim
  records: ProxyRecords
  /** Part of every server check. */
  ensure: EnsureProxy
  work: Omit<LoadProxyWork, 'access'>
}

/** Server checks need the proxies, and the rest of this module needs the servers, so these are created first. */
export function createProxies(options: ProxiesOptions): Proxies {
  const { database, unsealer, instance, settings } = options
  const { PUBLIC_URL: publicUrl, GENERATED_HOSTNAME_DOMAIN: addressDomain } = settings
  // Null if none of our proxies serves the dashboard.
  const dashboardRoute = dashboardRouteOf(settings)
  const isSignUpOpen = settings.SIGN_UP_MODE === 'open'
  const programs = createProxyPrograms(settings.PROXY_PROGRAMS_DIRECTORY)
  const release = createProxyRelease({ database, programs })
  const wantedProxy = release.readWanted
  const records = createProxyRecords({
    ...{ database, unsealer, wantedProxy, dashboardRoute, authority: authorityOf(settings) },
    settings: { addressDomain },
    isTxtRequired: () => isProofRequired({ database, isSignUpOpen }),
    frontProxy: frontProxyOf(settings),
    networks: cdnNetworks([...knownCdns, ...moreCdns(settings)]),
  })
  const work = { database, records, instance, programs, wantedProxy }
  const findDashboardServer = dashboardRoute === null ? null : createFindDashboardServer({ database, publicUrl })
  return { release, records, ensure: createEnsureProxy({ ...work, findDashboardServer }), work }
}

function frontProxyOf(settings: ProxiesOptions['settings']) {
  const { PROXY_HTTP_LISTEN: listen, PROXY_HTTPS_LISTEN: secureListen = null, PROXY_TRUSTED: trusted } = settings
  return listen === undefined ? null : { listen, secureListen, trusted }
}

export interface DomainsWorkerOptions {
  database: Database
  log: Log
  proxies: Proxies
  access: Pick<ServerAccess, 'use'>
  instanceId: string
  allow: AddressPolicy
  settings: Pick<
    WorkerSettings,
    | 'CAA_ISSUERS'
    | 'CDN_RANGES'
    | 'DNS_AUTHORITY_PORT'
    | 'DNS_RESOLVERS'
    | 'DOMAIN_CHECK_SECONDS'
    | 'MAX_CONCURRENT_SERVER_CHECKS'
    | 'SIGN_UP_MODE'
  >
}

/** The loops aren't started. */
export function createDomainsWorker(options: DomainsWorkerOptions): {
  workflows: AnyWorkflow[]
  loops: BackgroundLoop[]
} {
  const { database, log, proxies, access } = options
  const certificates = createCertificatePoller({
    ...{ database, log, atOnce: options.settings.MAX_CONCURRENT_SERVER_CHECKS },
    isActive: async () => (await proxies.release.readWanted()).isOwn,
    refresh: createProxyCheck({ database, access, ensureProxy: proxies.ensure }),
  })
  return {
    workflows: [createLoadProxy({ ...proxies.work, access })],
    loops: [createDnsChecks(options), certificates],
  }
}

const queryTimeoutMs = 2_500
const queryTries = 2

function createDnsChecks({ database, log, instanceId, allow, settings }: DomainsWorkerOptions) {
  const ask = createQueryDns({ timeoutMs: queryTimeoutMs, tries: queryTries })
  // Uses the same resolvers as the checks, so names resolve in the same way.
  const resolvers = parseResolvers(settings.DNS_RESOLVERS) ?? []
  const outbound = createOutbound({ allow, lookupAll: createLookupAll(resolvers, ask) })
  const cdns = [...moreCdns(settings), ...knownCdns]
  const places = { read: readHostnameAddresses, touch: touchHostname }
  const tools = {
    ...{ database, instanceId, allow, resolvers, places, ask, cdns, reach: createProbeHostname(outbound) },
    isSignUpOpen: settings.SIGN_UP_MODE === 'open',
    authorityPort: settings.DNS_AUTHORITY_PORT,
    issuers: settings.CAA_ISSUERS,
    everyMs: settings.DOMAIN_CHECK_SECONDS * 1_000,
  }
  return createDomainChecks({ tools, log })
}

function moreCdns(settings: Pick<WorkerSettings, 'CDN_RANGES'>) {
  return parseCdnRanges(settings.CDN_RANGES) ?? []
}

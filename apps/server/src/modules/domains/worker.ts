/** The worker side of domains: DNS checks, the proxies of servers, and certificates. */
import type { AddressPolicy } from '@longshore/addresses'
import { createProxyPrograms } from '@longshore/remote/proxy'
import type { Database } from '../../platform/database/database.ts'
import { createQueryDns, type DnsServer } from '../../platform/dns/query-dns.ts'
import { createLookupAll } from '../../platform/dns/resolvers.ts'
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { Log } from '../../platform/log/log.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import type { ServerAccess } from '../servers/worker.ts'
import { createCertificatePoller } from './certificates/certificates.poller.ts'
import { type Cdn, cdnNetworks, knownCdns } from './dns/cdn-ranges.policy.ts'
import { createDomainChecks } from './dns/domains.poller.ts'
import { createProbeHostname } from './dns/probe-hostname.client.ts'
import { isProofRequired } from './dns/proof-required.query.ts'
import { createProxyCheck } from './routing/check-proxy.remote.ts'
import { createEnsureProxy, type EnsureProxy } from './routing/ensure-proxy.remote.ts'
import { createFindDashboardServer } from './routing/find-dashboard-server.remote.ts'
import { readHostnameAddresses } from './routing/hostname-addresses.query.ts'
import type { AuthoritySettings, SystemRoute } from './routing/proxy-configuration.policy.ts'
import { createProxyRecords, type ProxyRecords } from './routing/proxy-records.remote.ts'
import { createProxyRelease, type ProxyReleaseClaim } from './routing/proxy-release.remote.ts'
import { touchHostname } from './routing/reload-proxies.action.ts'
import { createLoadProxy, type LoadProxyWork } from './routing/workflow/load-proxy.workflow.ts'

export { authorityOf } from './certificates/certificate-authority.policy.ts'
export { listCertificateTerms } from './certificates/certificate-terms.query.ts'
export { parseCdnRanges } from './dns/cdn-ranges.policy.ts'
export { dashboardRouteOf } from './routing/dashboard-route.policy.ts'

export interface ProxiesOptions {
  database: Database
  unsealer: Unsealer
  /** ID of this instance. */
  instance: string
  programsDirectory: string
  publicUrl: string
  addressDomain: string | null
  isSignUpOpen: boolean
  authority: AuthoritySettings
  /** Null if none of our proxies serves the dashboard. */
  dashboardRoute: SystemRoute | null
  moreCdns: readonly Cdn[]
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
  const { database, unsealer, instance, publicUrl, addressDomain, dashboardRoute } = options
  const programs = createProxyPrograms(options.programsDirectory)
  const release = createProxyRelease({ database, programs })
  const wantedProxy = release.readWanted
  const records = createProxyRecords({
    ...{ database, unsealer, wantedProxy, dashboardRoute, authority: options.authority },
    settings: { addressDomain },
    isTxtRequired: () => isProofRequired(options),
    networks: cdnNetworks([...knownCdns, ...options.moreCdns]),
  })
  const work = { database, records, instance, programs, wantedProxy }
  const findDashboardServer = dashboardRoute === null ? null : createFindDashboardServer({ database, publicUrl })
  return { release, records, ensure: createEnsureProxy({ ...work, findDashboardServer }), work }
}

export interface DomainsWorkerOptions {
  database: Database
  log: Log
  proxies: Proxies
  access: Pick<ServerAccess, 'use'>
  proxiesAtOnce: number
  instanceId: string
  isSignUpOpen: boolean
  resolvers: readonly DnsServer[]
  authorityPort: number
  allow: AddressPolicy
  issuers: readonly string[]
  moreCdns: readonly Cdn[]
  everyMs: number
}

/** The loops aren't started. */
export function createDomainsWorker(options: DomainsWorkerOptions): {
  workflows: AnyWorkflow[]
  loops: BackgroundLoop[]
} {
  const { database, log, proxies, access } = options
  const certificates = createCertificatePoller({
    ...{ database, log, atOnce: options.proxiesAtOnce },
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

function createDnsChecks({ log, moreCdns, proxies, access, proxiesAtOnce, ...options }: DomainsWorkerOptions) {
  const ask = createQueryDns({ timeoutMs: queryTimeoutMs, tries: queryTries })
  // Uses the same resolvers as the checks, so names resolve in the same way.
  const outbound = createOutbound({ allow: options.allow, lookupAll: createLookupAll(options.resolvers, ask) })
  const cdns = [...moreCdns, ...knownCdns]
  const places = { read: readHostnameAddresses, touch: touchHostname }
  return createDomainChecks({ tools: { ...options, places, ask, cdns, reach: createProbeHostname(outbound) }, log })
}

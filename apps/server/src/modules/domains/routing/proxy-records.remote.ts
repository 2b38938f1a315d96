/** The proxy's rows for deployments. Private keys of certificates are opened here and stay in memory. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ReadWantedProxy } from '@longshore/remote/proxy'
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import type { Unsealer } from '../../../platform/secrets/unseal.ts'
import { type AttachedHostname, servedHostnames } from '../../environments/index.ts'
import { scheduleCertificateCheck } from '../certificates/certificates.repository.ts'
import { type OpenKey, rememberOpened } from '../certificates/opened-keys.crypto.ts'
import { urlOf } from './attached-domains.query.ts'
import { listRoutesAt } from './attached-hostnames.query.ts'
import { type DomainFacts, readDomainFacts } from './domain-facts.query.ts'
import {
  type AddressSettings,
  ensureEnvironmentRoutes,
  readHostnames,
  type ShownRoute,
} from './environment-routes.action.ts'
import { passesEveryRequest } from './passes-every-request.policy.ts'
import {
  type AuthoritySettings,
  type CompiledRoute,
  compileProxyConfiguration,
  type FrontProxy,
  type SystemRoute,
} from './proxy-configuration.policy.ts'
import type { RouteRow } from './routes.repository.ts'
import { findProxyVersions, type LoadedProxy, recordLoadedConfiguration } from './server-proxies.repository.ts'

export interface ProxyRecordsOptions {
  database: Database
  wantedProxy: ReadWantedProxy
  unsealer: Unsealer
  settings: AddressSettings
  authority: AuthoritySettings
  /** The dashboard's route, for the server that the API runs on; null if another proxy is in front of the API. */
  dashboardRoute: SystemRoute | null
  /** The other reverse proxy on that same server; null if the server's own proxy has ports 80 and 443. */
  frontProxy: FrontProxy | null
  /** Whether a hostname must be verified before it is served. */
  isTxtRequired(): Promise<boolean>
  /** Networks of content delivery networks, by name. */
  networks: Readonly<Record<string, readonly string[]>>
}

const firstCheckMs = 1_500
const handOverMs = 30_000
const handOverPauseMs = 500

interface Configuration {
  json: string
  version: number
}

type Context = {
  run: { organizationId: OrganizationId; input: { environmentId: string; serverId: string } }
}

export interface ProxyRecords {
  hostnames(
    organizationId: OrganizationId,
    environmentId: Id<'env'>,
  ): Promise<{ hostname: string; service: string; tls: boolean }[]>
  attachedHostnames(organizationId: OrganizationId, environmentId: Id<'env'>): Promise<AttachedHostname[]>
  ensureRoutes(tx: Tx, context: Context, services: readonly { name: string }[]): Promise<void>
  proxyConfiguration(organizationId: OrganizationId, serverId: Id<'srv'>): Promise<Configuration | null>
  markProxyLoaded(tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>, loaded: LoadedProxy): Promise<void>
}

export function createProxyRecords(options: ProxyRecordsOptions): ProxyRecords {
  const { database, settings } = options
  const openKey = rememberOpened(options.unsealer)
  return {
    async hostnames(organizationId, environmentId) {
      const isTxtRequired = await options.isTxtRequired()
      const { routes, facts } = await database.tenant(organizationId, async (tx) => {
        const found = await readHostnames(tx, organizationId, { environmentId, settings })
        return { routes: found, facts: await readDomainFacts(tx, organizationId, { routes: found, isTxtRequired }) }
      })
      const askable = routes.filter((route) => isAskable(route, facts)).toSorted(automaticFirst)
      return askable.map(({ hostname, service, tls }) => ({ hostname, service, tls: tls !== 'off' }))
    },
    async attachedHostnames(organizationId, environmentId) {
      const routes = await database.tenant(organizationId, (tx) =>
        readHostnames(tx, organizationId, { environmentId, settings }),
      )
      const known = routes.map((route) => ({ ...route, url: urlOf(route) }))
      return servedHostnames(known, ({ options: { redirectTo } }) => redirectTo !== null)
    },
    async ensureRoutes(tx, { run }, services) {
      await ensureEnvironmentRoutes(tx, run.organizationId, {
        environmentId: brandId<'env'>(run.input.environmentId),
        serverId: brandId<'srv'>(run.input.serverId),
        services: services.map(({ name }) => name),
        settings,
      })
    },
    async proxyConfiguration(organizationId, serverId) {
      if (await isLoadedByNewerRelease(options, { organizationId, serverId })) return null
      return await readConfiguration({ ...options, openKey }, organizationId, serverId)
    },
    async markProxyLoaded(tx, organizationId, serverId, loaded) {
      await recordLoadedConfiguration(tx, organizationId, { serverId, ...loaded })
      // New hostnames get their certificates within seconds.
      await scheduleCertificateCheck(tx, organizationId, { serverId, inMs: firstCheckMs })
    },
  }
}

/** Until its organization has proven ownership of a hostname, the proxy doesn't serve it. */
function isAskable({ hostname, origin, options }: ShownRoute, facts: DomainFacts): boolean {
  if (origin === 'automatic') return true
  return passesEveryRequest(options) && facts.get(hostname)?.isServed === true
}

function automaticFirst(one: ShownRoute, other: ShownRoute): number {
  return Number(one.origin === 'domain') - Number(other.origin === 'domain')
}

/**
 * An older release may not support everything in the rows, such as a new kind of protection: a newer worker loads them,
 * and this one waits. It requests repeatedly, because the newer worker's own checks may postpone the next one. Returns
 * false if there is no newer worker.
 */
async function isLoadedByNewerRelease(
  { database, wantedProxy }: Pick<ProxyRecordsOptions, 'database' | 'wantedProxy'>,
  { organizationId, serverId }: { organizationId: OrganizationId; serverId: Id<'srv'> },
): Promise<boolean> {
  for (
    const deadlineMs = performance.now() + handOverMs;
    performance.now() < deadlineMs;
    await delay(handOverPauseMs)
  ) {
    if ((await wantedProxy()).isOwn) return false
    const isLoaded = await database.tenant(organizationId, async (tx) => {
      const versions = await findProxyVersions(tx, organizationId, serverId)
      if (versions === undefined || versions.loaded >= versions.wanted) return true
      await scheduleCertificateCheck(tx, organizationId, { serverId, inMs: 0 })
      return false
    })
    if (isLoaded) return true
  }
  throw new Error('the newer release has not loaded the configuration of a proxy in time')
}

/** The version is read before the routes, so that the compiled configuration is at least as new as its version. */
async function readConfiguration(
  options: ProxyRecordsOptions & { openKey: OpenKey },
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<Configuration | null> {
  const { database, openKey, dashboardRoute, frontProxy, authority, networks } = options
  const isTxtRequired = await options.isTxtRequired()
  const found = await database.tenant(organizationId, async (tx) => {
    const versions = await findProxyVersions(tx, organizationId, serverId)
    if (versions === undefined || versions.loaded >= versions.wanted) return null
    const rows = await listRoutesAt(tx, organizationId, serverId)
    return { versions, rows, facts: await readDomainFacts(tx, organizationId, { routes: rows, isTxtRequired }) }
  })
  if (found === null) return null
  const { versions, rows, facts } = found
  const routes = await Promise.all(rows.map((row) => toCompiled(openKey, organizationId, { row, facts })))
  const system = versions.servesDashboard ? dashboardRoute : null
  const front = versions.servesDashboard ? frontProxy : null
  const json = compileProxyConfiguration({ routes, system, authority, networks, front })
  return { json, version: versions.wanted }
}

async function toCompiled(
  openKey: OpenKey,
  organizationId: OrganizationId,
  { row, facts }: { row: RouteRow; facts: DomainFacts },
): Promise<CompiledRoute> {
  const { hostname, service, tls, forceHttps, options } = row
  const environment = encodeId('env', row.environmentId)
  const domain = row.origin === 'domain' ? (facts.get(hostname) ?? null) : null
  const plain = { hostname, service, tls, forceHttps, environment, options, domain }
  if (row.certificate === null || row.sealedPrivateKey === null) return { ...plain, certificate: null }
  const key = await openKey(organizationId, { id: row.id, sealed: row.sealedPrivateKey })
  return { ...plain, certificate: { chain: row.certificate, key: key.reveal() } }
}

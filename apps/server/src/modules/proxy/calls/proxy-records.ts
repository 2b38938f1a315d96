/** What a deployment knows of the proxy's rows. Private keys of certificates are opened here and stay in memory. */
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import { contextOf } from '../../../platform/secrets/sealed-column.ts'
import type { Unsealer } from '../../../platform/secrets/unseal.ts'
import { planLook } from '../../certificates/worker.ts'
import { type AddressSettings, ensureEnvironmentRoutes, readHostnames } from '../environment-routes.ts'
import {
  type AuthoritySettings,
  type CompiledRoute,
  compileProxyConfiguration,
  type SystemRoute,
} from '../proxy-configuration.policy.ts'
import { routePrivateKey } from '../route-key.ts'
import { listRoutesOfServer, type RouteRow } from '../routes.repository.ts'
import { findProxyVersions, noteLoadedConfiguration } from '../server-proxies.repository.ts'

export interface ProxyRecordsOptions {
  database: Database
  unsealer: Unsealer
  settings: AddressSettings
  authority: AuthoritySettings
  /** The dashboard's route, for the server that this installation itself runs on. */
  systemRoute?: (serverId: Id<'srv'>) => SystemRoute | null
}

const firstLookMs = 1_500

interface Configuration {
  json: string
  version: number
}

type Context = {
  run: { organizationId: OrganizationId | null; input: { environmentId: string; serverId: string } }
}

export interface ProxyRecords {
  hostnames(
    organizationId: OrganizationId,
    environmentId: Id<'env'>,
  ): Promise<{ hostname: string; service: string; tls: boolean }[]>
  ensureRoutes(tx: Tx, context: Context, services: readonly { name: string }[]): Promise<void>
  proxyConfiguration(organizationId: OrganizationId, serverId: Id<'srv'>): Promise<Configuration | null>
  markProxyLoaded(tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>, version: number): Promise<void>
}

export function createProxyRecords(options: ProxyRecordsOptions): ProxyRecords {
  const { database, settings } = options
  return {
    async hostnames(organizationId, environmentId) {
      const found = await database.tenant(organizationId, (tx) =>
        readHostnames(tx, organizationId, { environmentId, settings }),
      )
      return found.map(({ hostname, service, tls }) => ({ hostname, service, tls: tls !== 'off' }))
    },
    async ensureRoutes(tx, { run }, services) {
      if (run.organizationId === null) throw new Error('a deployment has an organisation')
      await ensureEnvironmentRoutes(tx, run.organizationId, {
        environmentId: brandId<'env'>(run.input.environmentId),
        serverId: brandId<'srv'>(run.input.serverId),
        services: services.map(({ name }) => name),
        settings,
      })
    },
    proxyConfiguration: (organizationId, serverId) => readConfiguration(options, organizationId, serverId),
    async markProxyLoaded(tx, organizationId, serverId, version) {
      await noteLoadedConfiguration(tx, organizationId, { serverId, version })
      // New names get their certificates within seconds.
      await planLook(tx, organizationId, { serverId, inMs: firstLookMs })
    },
  }
}

/** The version is read before the routes: what is compiled is at least as new as it says. */
async function readConfiguration(
  { database, unsealer, systemRoute, authority }: ProxyRecordsOptions,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<Configuration | null> {
  const { versions, rows } = await database.tenant(organizationId, async (tx) => ({
    versions: await findProxyVersions(tx, organizationId, serverId),
    rows: await listRoutesOfServer(tx, organizationId, serverId),
  }))
  if (versions === undefined || versions.loaded >= versions.wanted) return null
  const routes = await Promise.all(rows.map((row) => toCompiled(unsealer, organizationId, row)))
  const system = systemRoute?.(serverId) ?? null
  return { json: compileProxyConfiguration({ routes, system, authority }), version: versions.wanted }
}

async function toCompiled(unsealer: Unsealer, organizationId: OrganizationId, row: RouteRow): Promise<CompiledRoute> {
  const { hostname, service, tls, forceHttps } = row
  const environment = encodeId('env', row.environmentId)
  if (row.certificate === null || row.sealedPrivateKey === null)
    return { hostname, service, tls, forceHttps, environment, certificate: null }
  const key = await unsealer.unseal(contextOf(routePrivateKey, row.id, organizationId), row.sealedPrivateKey)
  const certificate = { chain: row.certificate, key: key.reveal() }
  return { hostname, service, tls, forceHttps, environment, certificate }
}

/** The hostnames of an environment: current ones, and those that its next deployment adds. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { startRun } from '../../../platform/durable/runs.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId } from '../../../platform/ids/type-id.ts'
import {
  type EnvironmentRow,
  findEnvironment,
  listServersOfEnvironment,
  listServices,
  saveAddressLabel,
} from '../../environments/index.ts'
import { isRoutedKind } from '../../environments/service-kinds.schemas.ts'
import { requireProject } from '../../projects/index.ts'
import { requireServer } from '../../servers/index.ts'
import { addressLabel, automaticRoutes, domainOf, type WantedRoute } from './automatic-address.policy.ts'
import { loadProxy } from './proxy.references.ts'
import { noOptions } from './route-options.schemas.ts'
import { listRoutesOfEnvironments, type RouteRow, removeRoutes, replaceAutomaticRoutes } from './routes.repository.ts'
import { findProxyVersions, requestConfiguration } from './server-proxies.repository.ts'

export interface AddressSettings {
  /** For example sslip.io; null: only servers with a base domain have automatic hostnames. */
  readonly addressDomain: string | null
}

interface Place {
  environmentId: Id<'env'>
  serverId: Id<'srv'>
}

/** Makes the rows match these services on this server; requests a new proxy configuration if they changed. */
export async function ensureEnvironmentRoutes(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, serverId, services, settings }: Place & { services: readonly string[]; settings: AddressSettings },
): Promise<void> {
  const environment = await findEnvironment(tx, organizationId, environmentId)
  if (environment === undefined) return
  const routes = await wantedRoutes(tx, environment, { serverId, services, settings })
  const hasChanged = await replaceAutomaticRoutes(tx, organizationId, { environmentId, serverId, routes })
  const isNewHere = environment.live_server_id !== serverId
  if (hasChanged || (isNewHere && (await hasDomains(tx, organizationId, environmentId))))
    await requestConfiguration(tx, organizationId, serverId)
}

async function hasDomains(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<boolean> {
  const routes = await listRoutesOfEnvironments(tx, organizationId, [environmentId])
  return routes.some(({ origin }) => origin === 'domain')
}

/** Removes the environment's routes on this server, or on all servers. */
export async function removeEnvironmentRoutes(
  tx: Tx,
  organizationId: OrganizationId,
  place: { environmentId: Id<'env'>; serverId: Id<'srv'> | null },
): Promise<void> {
  // Domains follow the environment, so its servers are informed too; this doesn't install a missing proxy.
  const here = await listServersOfEnvironment(tx, organizationId, place.environmentId)
  const had = await hasDomains(tx, organizationId, place.environmentId)
  const gone = await removeRoutes(tx, organizationId, place)
  for (const serverId of new Set([...gone, ...(had ? here : [])]))
    if ((await findProxyVersions(tx, organizationId, serverId)) !== undefined)
      await requestConfiguration(tx, organizationId, serverId)
}

/** The proxies that serve the environment get its current hostnames. Doesn't install a missing proxy. */
export async function reloadEnvironmentProxies(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<void> {
  const routes = await listRoutesOfEnvironments(tx, organizationId, [environmentId])
  const here = await listServersOfEnvironment(tx, organizationId, environmentId)
  if (routes.length === 0) return
  for (const serverId of here) {
    if ((await findProxyVersions(tx, organizationId, serverId)) === undefined) continue
    await requestConfiguration(tx, organizationId, serverId)
    await startRun(tx, { workflow: loadProxy, key: serverId, input: { serverId }, organizationId })
  }
}

/** The environment now runs elsewhere: the old server's proxy stops routing its domains. */
export async function leaveServer(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, serverId }: Place,
): Promise<void> {
  const isKnown = (await findProxyVersions(tx, organizationId, serverId)) !== undefined
  if (isKnown && (await hasDomains(tx, organizationId, environmentId)))
    await requestConfiguration(tx, organizationId, serverId)
}

export type ShownRoute = Pick<
  RouteRow,
  'hostname' | 'service' | 'tls' | 'origin' | 'forceHttps' | 'options' | 'domainId'
>

/** Returns current hostnames; before the first deployment, the future ones. */
export async function readHostnames(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, settings }: { environmentId: Id<'env'>; settings: AddressSettings },
): Promise<ShownRoute[]> {
  const environment = await findEnvironment(tx, organizationId, environmentId)
  if (environment === undefined) return []
  const serverId = environment.server_id
  const known = await listRoutesOfEnvironments(tx, organizationId, [environmentId])
  if (serverId === null) return known.filter(({ origin }) => origin === 'domain')
  const here = known.filter((route) => route.serverId === serverId || route.origin === 'domain')
  if (here.some(({ origin }) => origin === 'automatic')) return primaryFirst(here, environment)
  const services = (await listServices(tx, organizationId, [environmentId])).filter(({ kind }) => isRoutedKind(kind))
  const names = services.map(({ name }) => name)
  const wanted = await wantedRoutes(tx, environment, { serverId, services: names, settings })
  const automatic = wanted.map((route) => ({
    ...route,
    ...({ tls: 'internal', origin: 'automatic', forceHttps: false, options: noOptions, domainId: null } as const),
  }))
  return [...primaryFirst(here, environment), ...automatic]
}

/** Sorts custom domains first, then the plain hostname. */
function primaryFirst(routes: readonly RouteRow[], { address_label: label }: EnvironmentRow): RouteRow[] {
  const rank = ({ origin, hostname }: RouteRow) => (origin === 'domain' ? 0 : hostname.startsWith(`${label}.`) ? 1 : 2)
  return routes.toSorted((one, other) => rank(one) - rank(other))
}

async function wantedRoutes(
  tx: Tx,
  environment: EnvironmentRow,
  { serverId, services, settings }: { serverId: Id<'srv'>; services: readonly string[]; settings: AddressSettings },
): Promise<WantedRoute[]> {
  if (!environment.has_automatic_address || services.length === 0) return []
  const { organization_id: organizationId, id } = environment
  const server = await requireServer(tx, organizationId, serverId)
  const { v4 = null, v6 = null } = server.facts?.publicAddresses ?? {}
  const domain = domainOf({ baseDomain: server.base_domain, v4, v6, addressDomain: settings.addressDomain })
  if (domain === null) return []
  const label = environment.address_label ?? (await assignLabel(tx, environment))
  const known = await listRoutesOfEnvironments(tx, organizationId, [id])
  const first = known.find((route) => route.serverId === serverId && route.hostname === `${label}.${domain}`)
  return automaticRoutes(services, { label, domain, first: first?.service ?? null })
}

async function assignLabel(
  tx: Tx,
  { organization_id: organizationId, id, project_id, slug }: EnvironmentRow,
): Promise<string> {
  const { slug: projectSlug } = await requireProject(tx, organizationId, project_id)
  const label = addressLabel({ projectSlug, slug, id: encodeId('env', id) })
  await saveAddressLabel(tx, organizationId, { id, label })
  return label
}

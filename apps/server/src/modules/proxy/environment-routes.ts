/** The hostnames of an environment: those that it has, and those that its next deployment gives it. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { type EnvironmentRow, findEnvironment, listServices, saveAddressLabel } from '../environments/index.ts'
import { isRoutedKind } from '../environments/service-kinds.schemas.ts'
import { requireProject } from '../projects/index.ts'
import { requireServer } from '../servers/index.ts'
import { addressLabel, automaticRoutes, domainOf, type WantedRoute } from './automatic-address.policy.ts'
import { listRoutesOfEnvironments, type RouteRow, removeRoutes, replaceAutomaticRoutes } from './routes.repository.ts'
import { wantNewConfiguration } from './server-proxies.repository.ts'

export interface AddressSettings {
  /** Such as sslip.io; null: only servers with a base domain give addresses. */
  readonly addressDomain: string | null
}

interface Place {
  environmentId: Id<'env'>
  serverId: Id<'srv'>
}

/** The rows are exactly what these services need on this server; the proxy's configuration is new if they changed. */
export async function ensureEnvironmentRoutes(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, serverId, services, settings }: Place & { services: readonly string[]; settings: AddressSettings },
): Promise<void> {
  const environment = await findEnvironment(tx, organizationId, environmentId)
  if (environment === undefined) return
  const routes = await wantedRoutes(tx, environment, { serverId, services, settings })
  const hasChanged = await replaceAutomaticRoutes(tx, organizationId, { environmentId, serverId, routes })
  if (hasChanged) await wantNewConfiguration(tx, organizationId, serverId)
}

/** Nothing leads to the environment any more on this server, or on any. */
export async function removeEnvironmentRoutes(
  tx: Tx,
  organizationId: OrganizationId,
  place: { environmentId: Id<'env'>; serverId: Id<'srv'> | null },
): Promise<void> {
  for (const serverId of await removeRoutes(tx, organizationId, place))
    await wantNewConfiguration(tx, organizationId, serverId)
}

/** Where it answers; before its first deployment: where it will. */
export async function readHostnames(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, settings }: { environmentId: Id<'env'>; settings: AddressSettings },
): Promise<Pick<RouteRow, 'hostname' | 'service' | 'tls' | 'origin' | 'forceHttps'>[]> {
  const environment = await findEnvironment(tx, organizationId, environmentId)
  if (environment === undefined || environment.server_id === null) return []
  const serverId = environment.server_id
  const known = await listRoutesOfEnvironments(tx, organizationId, [environmentId])
  const here = known.filter((route) => route.serverId === serverId)
  if (here.length > 0) return primaryFirst(here, environment)
  const services = (await listServices(tx, organizationId, [environmentId])).filter(({ kind }) => isRoutedKind(kind))
  const names = services.map(({ name }) => name)
  const wanted = await wantedRoutes(tx, environment, { serverId, services: names, settings })
  return wanted.map((route) => ({ ...route, tls: 'internal', origin: 'automatic', forceHttps: false }))
}

/** Domains of people first, then the plain address. */
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
  const label = environment.address_label ?? (await giveLabel(tx, environment))
  const known = await listRoutesOfEnvironments(tx, organizationId, [id])
  const first = known.find((route) => route.serverId === serverId && route.hostname === `${label}.${domain}`)
  return automaticRoutes(services, { label, domain, first: first?.service ?? null })
}

async function giveLabel(
  tx: Tx,
  { organization_id: organizationId, id, project_id, slug }: EnvironmentRow,
): Promise<string> {
  const { slug: projectSlug } = await requireProject(tx, organizationId, project_id)
  const label = addressLabel({ projectSlug, slug, id: encodeId('env', id) })
  await saveAddressLabel(tx, organizationId, { id, label })
  return label
}

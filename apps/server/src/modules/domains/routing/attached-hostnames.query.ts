/** Reads attached hostnames and their environments. */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { type EnvironmentRow, findEnvironment, listEnvironmentsAt } from '../../environments/index.ts'
import { serversOf } from './environment-servers.policy.ts'
import { listDomainRoutes, listRoutesOfServer, type RouteRow } from './routes.repository.ts'

/** Lists custom hostnames and their environments, without automatic ones. */
export async function listAttachedHostnames(
  tx: Tx,
  organizationId: OrganizationId,
  hostnames: readonly string[],
): Promise<{ hostname: string; environmentId: Id<'env'>; serverId: Id<'srv'> | null }[]> {
  const routes = await listDomainRoutes(tx, organizationId, hostnames)
  const environments = await environmentsOf(tx, organizationId, routes)
  return routes.map(({ hostname, environmentId }) => {
    const environment = environments.get(environmentId)
    const [serverId = null] = environment === undefined ? [] : serversOf(environment)
    return { hostname, environmentId, serverId }
  })
}

/** Lists all routes of a server's proxy. */
export async function listRoutesAt(tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>): Promise<RouteRow[]> {
  const environmentIds = await listEnvironmentsAt(tx, organizationId, serverId)
  return await listRoutesOfServer(tx, organizationId, { serverId, environmentIds })
}

/** Reads the environments of these routes. */
export async function environmentsOf(
  tx: Tx,
  organizationId: OrganizationId,
  routes: readonly RouteRow[],
): Promise<Map<Id<'env'>, EnvironmentRow>> {
  const found = new Map<Id<'env'>, EnvironmentRow>()
  for (const id of new Set(routes.map(({ environmentId }) => environmentId))) {
    const row = await findEnvironment(tx, organizationId, id)
    if (row !== undefined) found.set(id, row)
  }
  return found
}

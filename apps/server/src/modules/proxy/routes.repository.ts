/** The only file that names `routes`: which hostname leads to which service on a server. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { WantedRoute } from './automatic-address.policy.ts'
import type { RouteTls } from './proxy-configuration.policy.ts'

export type RouteOrigin = 'automatic' | 'domain'

export interface RouteRow {
  id: Id<'rte'>
  environmentId: Id<'env'>
  serverId: Id<'srv'>
  hostname: string
  service: string
  origin: RouteOrigin
  tls: RouteTls
  certificate: string | null
  sealedPrivateKey: string | null
  forceHttps: boolean
}

const maxPerServer = 20_000

export async function listRoutesOfEnvironments(
  tx: Tx,
  organizationId: OrganizationId,
  environmentIds: readonly Id<'env'>[],
): Promise<RouteRow[]> {
  if (environmentIds.length === 0) return []
  const rows = await select(tx, organizationId).where('environment_id', 'in', environmentIds).execute()
  return rows.map(toRoute)
}

export async function listRoutesOfServer(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<RouteRow[]> {
  const rows = await select(tx, organizationId).where('server_id', '=', serverId).limit(maxPerServer).execute()
  return rows.map(toRoute)
}

/** Where hostnames of people lead; automatic addresses are none of those. */
export async function listAttachedHostnames(
  tx: Tx,
  organizationId: OrganizationId,
  hostnames: readonly string[],
): Promise<{ hostname: string; environmentId: Id<'env'> }[]> {
  if (hostnames.length === 0) return []
  const rows = await tx
    .selectFrom('routes')
    .select(['hostname', 'environment_id'])
    .where('organization_id', '=', organizationId)
    .where('origin', '=', 'domain')
    .where('hostname', 'in', hostnames)
    .execute()
  return rows.map((row) => ({ hostname: row.hostname, environmentId: brandId<'env'>(row.environment_id) }))
}

/** Makes the automatic routes of an environment on a server exactly these. True: something changed. */
export async function replaceAutomaticRoutes(
  tx: Tx,
  organizationId: OrganizationId,
  {
    environmentId,
    serverId,
    routes,
  }: { environmentId: Id<'env'>; serverId: Id<'srv'>; routes: readonly WantedRoute[] },
): Promise<boolean> {
  const known = (await listRoutesOfEnvironments(tx, organizationId, [environmentId])).filter(
    (each) => each.serverId === serverId && each.origin === 'automatic',
  )
  const isWanted = (row: RouteRow) =>
    routes.some(({ hostname, service }) => hostname === row.hostname && service === row.service)
  const stale = known.filter((row) => !isWanted(row)).map(({ id }) => id)
  const missing = routes.filter(({ hostname }) => !known.some((row) => row.hostname === hostname && isWanted(row)))
  if (stale.length > 0)
    await tx.deleteFrom('routes').where('organization_id', '=', organizationId).where('id', 'in', stale).execute()
  if (missing.length > 0)
    await tx
      .insertInto('routes')
      .values(
        missing.map(({ hostname, service }) => ({
          id: newId('rte'),
          organization_id: organizationId,
          environment_id: environmentId,
          server_id: serverId,
          hostname,
          service_name: service,
          origin: 'automatic',
          tls: 'internal',
        })),
      )
      // Somebody gave this hostname to another environment of theirs as a domain: that one stays.
      .onConflict((conflict) => conflict.columns(['server_id', 'hostname']).doNothing())
      .execute()
  return stale.length + missing.length > 0
}

/** Null: on every server. Answers the servers whose proxies must be told. */
export async function removeRoutes(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, serverId }: { environmentId: Id<'env'>; serverId: Id<'srv'> | null },
): Promise<Id<'srv'>[]> {
  let query = tx
    .deleteFrom('routes')
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
  if (serverId !== null) query = query.where('server_id', '=', serverId)
  const rows = await query.returning('server_id').execute()
  return [...new Set(rows.map((row) => brandId<'srv'>(row.server_id)))]
}

function select(tx: Tx, organizationId: OrganizationId) {
  return tx
    .selectFrom('routes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('hostname')
    .$narrowType<{ tls: RouteTls; origin: RouteOrigin }>()
}

function toRoute(row: Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]): RouteRow {
  return {
    id: brandId<'rte'>(row.id),
    environmentId: brandId<'env'>(row.environment_id),
    serverId: brandId<'srv'>(row.server_id),
    hostname: row.hostname,
    service: row.service_name,
    origin: row.origin,
    tls: row.tls,
    certificate: row.certificate,
    sealedPrivateKey: row.sealed_private_key,
    forceHttps: row.force_https,
  }
}

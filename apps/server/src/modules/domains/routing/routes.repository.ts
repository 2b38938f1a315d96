/** The only file that names `routes`: the hostnames and their services on a server. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import type { WantedRoute } from './automatic-address.policy.ts'
import type { RouteTls } from './proxy-configuration.policy.ts'
import { RouteOptions } from './route-options.schemas.ts'

export type RouteOrigin = 'automatic' | 'domain'

export interface RouteRow {
  id: Id<'rte'>
  environmentId: Id<'env'>
  /** Null for a domain, which follows its environment. */
  serverId: Id<'srv'> | null
  domainId: Id<'dom'> | null
  hostname: string
  service: string
  origin: RouteOrigin
  tls: RouteTls
  certificate: string | null
  sealedPrivateKey: string | null
  forceHttps: boolean
  options: RouteOptions
  createdAt: Date
  updatedAt: Date
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

/** Lists automatic hostnames of the server, and the domains of environments there. */
export async function listRoutesOfServer(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, environmentIds }: { serverId: Id<'srv'>; environmentIds: readonly Id<'env'>[] },
): Promise<RouteRow[]> {
  const isThere = sql<boolean>`(server_id = ${serverId}
    or (origin = 'domain' and environment_id = any(${environmentIds}::uuid[])))`
  const rows = await select(tx, organizationId).where(isThere).limit(maxPerServer).execute()
  return rows.map(toRoute)
}

/** Lists custom hostnames and their environments, without automatic ones. */
export async function listDomainRoutes(
  tx: Tx,
  organizationId: OrganizationId,
  hostnames: readonly string[],
): Promise<RouteRow[]> {
  if (hostnames.length === 0) return []
  const rows = await select(tx, organizationId)
    .where('origin', '=', 'domain')
    .where('hostname', 'in', hostnames)
    .execute()
  return rows.map(toRoute)
}

/** Whether an environment of the organization has it as an automatic hostname, which no domain can take. */
export async function isAutomaticHostname(tx: Tx, organizationId: OrganizationId, hostname: string): Promise<boolean> {
  const row = await select(tx, organizationId)
    .where('origin', '=', 'automatic')
    .where('hostname', '=', hostname)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function findDomainRoute(
  tx: Tx,
  organizationId: OrganizationId,
  domainId: Id<'dom'>,
): Promise<RouteRow | undefined> {
  const row = await select(tx, organizationId).where('domain_id', '=', domainId).executeTakeFirst()
  return row === undefined ? undefined : toRoute(row)
}

export interface DomainRouteValues {
  id: Id<'rte'>
  environmentId: Id<'env'>
  domainId: Id<'dom'>
  hostname: string
  service: string
  tls: RouteTls
  certificate: string | null
  sealedPrivateKey: string | null
  forceHttps: boolean
  options: RouteOptions
}

/** Inserts or updates it. Returns undefined if the domain was attached to another environment meanwhile. */
export async function saveDomainRoute(
  tx: Tx,
  organizationId: OrganizationId,
  route: DomainRouteValues,
): Promise<RouteRow | undefined> {
  const values = {
    service_name: route.service,
    tls: route.tls,
    certificate: route.certificate,
    sealed_private_key: route.sealedPrivateKey,
    force_https: route.forceHttps,
    options: JSON.stringify(route.options),
  }
  const row = await tx
    .insertInto('routes')
    .values({
      ...values,
      id: route.id,
      organization_id: organizationId,
      environment_id: route.environmentId,
      domain_id: route.domainId,
      hostname: route.hostname,
      origin: 'domain',
    })
    .onConflict((conflict) =>
      conflict
        .column('domain_id')
        .where('domain_id', 'is not', null)
        .doUpdateSet({ ...values, updated_at: sql`now()` })
        .where('routes.environment_id', '=', route.environmentId)
        .where('routes.id', '=', route.id),
    )
    .returningAll()
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return row === undefined ? undefined : toRoute(row)
}

export async function deleteDomainRoutes(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly Id<'rte'>[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('routes')
    .where('organization_id', '=', organizationId)
    .where('origin', '=', 'domain')
    .where('id', 'in', ids)
    .execute()
}

/** Makes the automatic routes of an environment on a server exactly these. Returns true if something changed. */
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
      // The organization attached this hostname to another environment as a domain, which wins.
      .onConflict((conflict) => conflict.columns(['server_id', 'hostname']).doNothing())
      .execute()
  return stale.length + missing.length > 0
}

/** `serverId` null: on every server, including domains. Returns the servers whose routes were removed. */
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
  const servers = rows.flatMap((row) => (row.server_id === null ? [] : [row.server_id]))
  return [...new Set(servers)]
}

type Narrow = { tls: RouteTls; origin: RouteOrigin }

function select(tx: Tx, organizationId: OrganizationId) {
  return tx
    .selectFrom('routes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('hostname')
    .$narrowType<Narrow>()
}

function toRoute(row: Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]): RouteRow {
  return {
    id: row.id,
    environmentId: row.environment_id,
    serverId: row.server_id,
    domainId: row.domain_id,
    hostname: row.hostname,
    service: row.service_name,
    origin: row.origin,
    tls: row.tls,
    certificate: row.certificate,
    sealedPrivateKey: row.sealed_private_key,
    forceHttps: row.force_https,
    // An older release wrote fewer of them; the missing ones get their defaults.
    options: RouteOptions.parse(row.options),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

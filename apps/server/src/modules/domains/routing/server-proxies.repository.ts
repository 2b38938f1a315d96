/** The only file that names `server_proxies`: the wanted and the loaded configuration of a server's proxy. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'

/** Call it with every change of the routes, in its transaction: readers of the new version then see the change. */
export async function requestConfiguration(tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>): Promise<void> {
  await tx
    .insertInto('server_proxies')
    .values({ server_id: serverId, organization_id: organizationId })
    .onConflict((conflict) =>
      conflict.column('server_id').doUpdateSet({
        wanted_version: sql`server_proxies.wanted_version + 1`,
        updated_at: sql`now()`,
      }),
    )
    .execute()
}

const ProxyError = z.object({ code: z.string(), message: z.string() }).nullable()
/** Entries of a configuration that a proxy couldn't use. */
const Dropped = z.array(z.object({ hostname: z.string(), reason: z.string() }))
export type DroppedRoute = z.output<typeof Dropped>[number]

export interface ProxyVersions {
  wanted: number
  loaded: number
  /** Hash of the loaded configuration. */
  hash: string | null
  loadedAt: Date | null
  error: { code: string; message: string } | null
  dropped: readonly DroppedRoute[]
  /** Whether it is the machine that the API runs on. */
  servesDashboard: boolean
}

export async function findProxyVersions(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<ProxyVersions | undefined> {
  const row = await tx
    .selectFrom('server_proxies')
    .select([
      'wanted_version',
      'loaded_version',
      'configuration_hash',
      'loaded_at',
      'error',
      'dropped',
      'serves_dashboard',
    ])
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { configuration_hash: hash, loaded_at: loadedAt } = row
  const error = ProxyError.parse(row.error)
  const dropped = Dropped.parse(row.dropped)
  const servesDashboard = row.serves_dashboard
  const versions = { wanted: Number(row.wanted_version), loaded: Number(row.loaded_version) }
  return { ...versions, hash, loadedAt, error, dropped, servesDashboard }
}

/**
 * Makes this the only server of the organization that serves the dashboard. A server without a proxy gets one for it.
 */
export async function serveDashboardAt(tx: Tx, organizationId: OrganizationId, serverId: Id<'srv'>): Promise<void> {
  const changed = await tx
    .updateTable('server_proxies')
    .set({ serves_dashboard: sql<boolean>`server_id = ${serverId}` })
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`serves_dashboard <> (server_id = ${serverId})`)
    .returning('server_id')
    .execute()
  for (const { server_id: each } of changed) await requestConfiguration(tx, organizationId, each)
  await tx
    .insertInto('server_proxies')
    .values({ server_id: serverId, organization_id: organizationId, serves_dashboard: true })
    .onConflict((conflict) => conflict.column('server_id').doNothing())
    .execute()
}

export interface LoadedProxy {
  version: number
  hash: string
  dropped: readonly DroppedRoute[]
}

/** A late worker doesn't overwrite what a later one has loaded. */
export async function recordLoadedConfiguration(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, version, hash, dropped }: LoadedProxy & { serverId: Id<'srv'> },
): Promise<void> {
  await tx
    .updateTable('server_proxies')
    .set({
      loaded_version: version,
      configuration_hash: hash,
      dropped: JSON.stringify(dropped),
      loaded_at: sql`now()`,
      error: null,
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .where(sql<boolean>`loaded_version <= ${version}::bigint`)
    .execute()
}

/** The proxy lost its configuration and needs it again. */
export async function forgetLoadedConfiguration(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<void> {
  await tx
    .updateTable('server_proxies')
    .set({ loaded_version: 0, updated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .execute()
}

export async function recordProxyError(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, error }: { serverId: Id<'srv'>; error: { code: string; message: string } },
): Promise<void> {
  await tx
    .updateTable('server_proxies')
    .set({ error: JSON.stringify(error), updated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .execute()
}

/** After a restore of this database, the proxy has a version that we don't know, and would refuse ours. */
export async function outrankConfiguration(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, version }: { serverId: Id<'srv'>; version: number },
): Promise<void> {
  await tx
    .updateTable('server_proxies')
    .set({ wanted_version: sql`greatest(wanted_version, ${version}::bigint + 1)`, updated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .execute()
}

/**
 * After an unconfirmed restore of this database, the proxy's configuration counts as loaded, and the next change
 * follows it.
 */
export async function adoptConfiguration(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, version, hash }: { serverId: Id<'srv'>; version: number; hash: string | null },
): Promise<void> {
  await tx
    .updateTable('server_proxies')
    .set({ wanted_version: version, loaded_version: version, configuration_hash: hash, updated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .where(sql<boolean>`wanted_version < ${version}::bigint`)
    .execute()
}

/** The only file that names the metrics tables, besides the system repository. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'

export interface SeriesKey {
  /** Null for the server itself. */
  environmentId: Id<'env'> | null
  serviceId: Id<'svc'> | null
  service: string | null
  slot: number
}

export interface SeriesRow extends SeriesKey {
  id: number
  serverId: Id<'srv'>
}

export interface BlockRow {
  seriesId: number
  start: Date
  data: Buffer
}

/** A server reports what runs on it, and may lie: the number of series per server is limited. */
const maxSeriesOfServer = 2_000
const maxSeriesShown = 500

/** Creates the series if it is new. Returns undefined for an environment of another organization. */
export async function ensureSeries(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, key }: { serverId: Id<'srv'>; key: SeriesKey },
): Promise<number | undefined> {
  const { environmentId, serviceId, service, slot } = key
  const found = async () => {
    const { rows } = await sql<{ id: number }>`
      select id from metric_series where organization_id = ${organizationId} and server_id = ${serverId}
        and environment_id is not distinct from ${environmentId} and service_id is not distinct from ${serviceId}
        and slot = ${slot}`.execute(tx)
    return rows[0]?.id
  }
  const known = await found()
  if (known !== undefined) return known
  const { rows } = await sql<{ id: number }>`
    insert into metric_series (organization_id, server_id, environment_id, service_id, service, slot)
    select ${organizationId}, s.id, e.id, ${serviceId}, ${service}, ${slot}
    from servers s left join environments e on e.id = ${environmentId} and e.organization_id = ${organizationId}
    where s.id = ${serverId} and s.organization_id = ${organizationId}
      and e.id is not distinct from ${environmentId}::uuid
      and (select count(*) from metric_series where server_id = ${serverId}) < ${maxSeriesOfServer}
    on conflict (server_id, environment_id, service_id, slot) do nothing returning id`.execute(tx)
  return rows[0]?.id ?? (await found())
}

export async function insertRound(
  tx: Tx,
  organizationId: OrganizationId,
  round: { serverId: Id<'srv'>; at: Date; data: Buffer },
): Promise<void> {
  await sql`/* prepared */
    insert into metric_rounds (server_id, at, organization_id, data)
    select s.id, ${round.at}, ${organizationId}, ${round.data} from servers s
    where s.id = ${round.serverId} and s.organization_id = ${organizationId}
    on conflict do nothing`.execute(tx)
}

export async function findServerSeries(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<SeriesRow | undefined> {
  const [row] = await select(tx, organizationId)
    .where('server_id', '=', serverId)
    .where('environment_id', 'is', null)
    .limit(1)
    .execute()
  return row === undefined ? undefined : brand(row)
}

/** Newest first, so that the limit drops unused ones. */
export async function listEnvironmentSeries(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, service }: { environmentId: Id<'env'>; service?: string | undefined },
): Promise<SeriesRow[]> {
  const query = select(tx, organizationId).where('environment_id', '=', environmentId)
  const rows = await (service === undefined ? query : query.where('service', '=', service))
    .orderBy('id', 'desc')
    .limit(maxSeriesShown)
    .execute()
  return rows.map(brand)
}

/** Lists series of services, newest first. */
export async function listSeriesOnServer(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<SeriesRow[]> {
  const rows = await select(tx, organizationId)
    .where('server_id', '=', serverId)
    .where('environment_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(maxSeriesOfServer)
    .execute()
  return rows.map(brand)
}

export async function listSeriesById(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly number[],
): Promise<SeriesRow[]> {
  if (ids.length === 0) return []
  const rows = await select(tx, organizationId).where('id', 'in', ids).execute()
  return rows.map(brand)
}

/** Oldest first; at most one per server within `everyMs`. */
export async function listRounds(
  tx: Tx,
  organizationId: OrganizationId,
  range: { serverIds: readonly Id<'srv'>[]; from: Date; to: Date; everyMs: number },
): Promise<{ at: Date; data: Buffer }[]> {
  const { serverIds, from, to, everyMs } = range
  if (serverIds.length === 0) return []
  const { rows } = await sql<{ at: Date; data: Buffer }>`
    select r.at, r.data from metric_rounds r join (
      select server_id, max(at) as at from metric_rounds
      where organization_id = ${organizationId} and server_id = any(${serverIds}::uuid[]) and at >= ${from} and at < ${to}
      group by server_id, floor(extract(epoch from at) * 1000 / ${everyMs}::int)
    ) chosen on chosen.server_id = r.server_id and chosen.at = r.at
    where r.organization_id = ${organizationId} order by r.at`.execute(tx)
  return rows
}

/** Deletes the rounds and returns them; the caller stores their content elsewhere in the same transaction. */
export async function takeRounds(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, from, to }: { serverId: Id<'srv'>; from: Date; to: Date },
): Promise<{ at: Date; data: Buffer }[]> {
  return await tx
    .deleteFrom('metric_rounds')
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .where('at', '>=', from)
    .where('at', '<', to)
    .returning(['at', 'data'])
    .execute()
}

/** Lists blocks that begin in the range; the range must start at the beginning of a block. */
export async function listBlocks(
  tx: Tx,
  organizationId: OrganizationId,
  { seriesIds, resolution, from, to }: { seriesIds: readonly number[]; resolution: number; from: Date; to: Date },
): Promise<BlockRow[]> {
  if (seriesIds.length === 0) return []
  const rows = await tx
    .selectFrom('metric_blocks')
    .select(['series_id as seriesId', 'start', 'data'])
    .where('organization_id', '=', organizationId)
    .where('series_id', 'in', seriesIds)
    .where('resolution', '=', resolution)
    .where('start', '>=', from)
    .where('start', '<', to)
    .orderBy('start')
    .execute()
  return rows.map((row) => ({ ...row, seriesId: Number(row.seriesId) }))
}

export async function saveBlocks(
  tx: Tx,
  organizationId: OrganizationId,
  { resolution, blocks }: { resolution: number; blocks: readonly BlockRow[] },
): Promise<void> {
  if (blocks.length === 0) return
  await tx
    .insertInto('metric_blocks')
    .values(
      blocks.map(({ seriesId, start, data }) => ({
        series_id: seriesId,
        organization_id: organizationId,
        resolution,
        start,
        data,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['series_id', 'resolution', 'start'])
        .doUpdateSet((excluded) => ({ data: excluded.ref('excluded.data') })),
    )
    .execute()
}

function select(tx: Tx, organizationId: OrganizationId) {
  return tx
    .selectFrom('metric_series')
    .select(['id', 'server_id', 'environment_id', 'service_id', 'service', 'slot'])
    .where('organization_id', '=', organizationId)
}

function brand(row: {
  id: number | string | bigint
  server_id: string
  environment_id: string | null
  service_id: string | null
  service: string | null
  slot: number
}): SeriesRow {
  const { server_id: serverId, environment_id: environmentId, service_id: serviceId, service, slot } = row
  return {
    id: Number(row.id),
    serverId: brandId<'srv'>(serverId),
    environmentId: environmentId === null ? null : brandId<'env'>(environmentId),
    serviceId: serviceId === null ? null : brandId<'svc'>(serviceId),
    service,
    slot,
  }
}

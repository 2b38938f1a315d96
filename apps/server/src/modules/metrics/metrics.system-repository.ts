/** Servers that are due for a measurement, completed hours, and expired data, across all organizations. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'

type Db = Kysely<DB>

export interface DueSample {
  serverId: Id<'srv'>
  organizationId: OrganizationId
}

/**
 * Takes due servers and sets their next time immediately. A worker takes its own servers on time and those of others
 * when they are overdue, because only the worker that measured a server before can compute the usage since.
 */
export async function takeDueSamples(
  db: Db,
  options: { own: readonly string[]; everyMs: number; overdueMs: number; limit: number },
): Promise<DueSample[]> {
  const { own, everyMs, overdueMs, limit } = options
  const { rows } = await sql<{ serverId: Id<'srv'>; organizationId: Id<'org'> }>`/* prepared */
    with due as (
      select c.server_id from server_checks c join servers s on s.id = c.server_id
      where c.next_sample_at <= now() and s.deletion_requested_at is null and s.status in ('ready', 'degraded')
        and (c.server_id = any(${own}::uuid[]) or c.next_sample_at <= now() - ${overdueMs}::int * interval '1 millisecond')
      order by c.next_sample_at limit ${limit} for update of c skip locked
    )
    update server_checks c set next_sample_at = greatest(
      c.next_sample_at + ${everyMs}::int * interval '1 millisecond', now() + ${everyMs}::int * interval '0.5 milliseconds')
    from due where c.server_id = due.server_id
    returning c.server_id as "serverId", c.organization_id as "organizationId"`.execute(db)
  return rows.map(brand)
}

/** Servers with rounds of completed hours, and the oldest of these hours. */
export async function listFullHours(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<(DueSample & { hour: Date })[]> {
  const { rows } = await sql<{ serverId: Id<'srv'>; organizationId: Id<'org'>; hour: Date }>`
    select server_id as "serverId", organization_id as "organizationId", date_trunc('hour', min(at), 'UTC') as hour
    from metric_rounds where at < ${before} group by 1, 2 order by hour limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...brand(row), hour: row.hour }))
}

/** Returns the number of removed blocks. */
export async function removeOldBlocks(
  db: Db,
  { resolution, before, limit }: { resolution: number; before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from metric_blocks where (series_id, resolution, start) in (
      select series_id, resolution, start from metric_blocks
      where resolution = ${resolution} and start < ${before} order by start limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

/** Removes series without any data; a young one may have no block yet. */
export async function removeEmptySeries(db: Db, limit: number): Promise<void> {
  await sql`delete from metric_series where id in (
    select id from metric_series s where created_at < now() - interval '7 days'
      and not exists (select from metric_blocks b where b.series_id = s.id) limit ${limit})`.execute(db)
}

function brand(row: { serverId: string; organizationId: string }): DueSample {
  return { serverId: brandId<'srv'>(row.serverId), organizationId: brandId<'org'>(row.organizationId) }
}

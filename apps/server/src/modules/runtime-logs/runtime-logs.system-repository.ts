/** Which worker reads which server, where streams stand, and what is past its time, across all organisations. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'

type Db = Kysely<DB>

export interface LeasedServer {
  serverId: Id<'srv'>
  organizationId: OrganizationId
}

/** Renews what the owner has and takes what nobody holds: all servers with containers to read, up to the limit. */
export async function takeLeases(
  db: Db,
  { owner, leaseMs, limit }: { owner: string; leaseMs: number; limit: number },
): Promise<LeasedServer[]> {
  const { rows } = await sql<{ serverId: string; organizationId: string }>`/* prepared */
    with wanted as (
      select s.id, s.organization_id from servers s left join runtime_log_leases l on l.server_id = s.id
      where s.deletion_requested_at is null and s.connected_at is not null
        and (l.server_id is null or l.owner = ${owner} or l.expires_at < now())
        and exists (
          select from environments e where (e.server_id = s.id or e.live_server_id = s.id) and e.status <> 'idle'
        )
      order by l.owner is distinct from ${owner}, s.id limit ${limit}
    )
    insert into runtime_log_leases as l (server_id, organization_id, owner, expires_at)
    select id, organization_id, ${owner}, now() + ${leaseMs}::int * interval '1 millisecond' from wanted
    on conflict (server_id) do update set owner = excluded.owner, expires_at = excluded.expires_at
      where l.owner = excluded.owner or l.expires_at < now()
    returning l.server_id as "serverId", l.organization_id as "organizationId"`.execute(db)
  return rows.map((row) => ({
    serverId: brandId<'srv'>(row.serverId),
    organizationId: brandId<'org'>(row.organizationId),
  }))
}

/** So that another worker need not wait. */
export async function releaseLeases(db: Db, owner: string): Promise<void> {
  await db.updateTable('runtime_log_leases').set({ expires_at: sql<Date>`now()` }).where('owner', '=', owner).execute()
}

export async function readLogHeads(
  db: Db,
  environmentIds: readonly string[],
): Promise<{ key: string; organizationId: string; seq: number }[]> {
  return await db
    .selectFrom('runtime_log_heads')
    .select(['environment_id as key', 'organization_id as organizationId', 'seq'])
    .where(sql<boolean>`environment_id = any(${environmentIds}::uuid[])`)
    .execute()
}

const daysAhead = 7

/** Makes partitions for what comes and drops those that are past their time. */
export async function maintainRuntimeLogs(db: Db, { days }: { days: number }): Promise<{ dropped: number }> {
  // A partition changes hands under a short exclusive lock. Rather try again in an hour than queue everybody behind it.
  await sql`set local lock_timeout = '2s'`.execute(db)
  const { rows } = await sql<{ dropped: number }>`
    select ensure_runtime_log_partitions(${daysAhead}) as made,
      drop_runtime_log_partitions(now() - make_interval(days => ${days})) as dropped`.execute(db)
  const dropped = rows[0]?.dropped ?? 0
  if (dropped > 0)
    await sql`update runtime_log_heads h set bytes = coalesce((
      select sum(octet_length(body)) from runtime_log_chunks c where c.environment_id = h.environment_id), 0)`.execute(
      db,
    )
  await sql`delete from container_events where at < now() - make_interval(days => ${days})`.execute(db)
  return { dropped }
}

/** Leases of servers, positions of streams, and expired logs, across all organizations. */
import { type Kysely, sql } from 'kysely'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import {
  createPartitions,
  dropOldPartitions,
  type PartitionedTable,
  type PartitionRange,
} from '../../platform/database/partitions.ts'
import { removeInBatches } from '../../platform/database/remove-in-batches.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { runAll } from '../../platform/process/run-all.ts'

type Db = Kysely<DB>

export interface LeasedServer {
  serverId: Id<'srv'>
  organizationId: OrganizationId
}

/** Renews the owner's leases and takes free ones: all servers with containers to read, up to the limit. */
export async function takeLeases(
  db: Db,
  { owner, leaseMs, limit }: { owner: string; leaseMs: number; limit: number },
): Promise<LeasedServer[]> {
  const { rows } = await sql<{ serverId: Id<'srv'>; organizationId: Id<'org'> }>`/* prepared */
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
    serverId: row.serverId,
    organizationId: row.organizationId,
  }))
}

/** Releases the leases, so that another worker doesn't have to wait. */
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

/** Creates future partitions and drops expired ones. */
export async function maintainRuntimeLogs(
  database: Database,
  { days }: { days: number },
): Promise<{ dropped: number }> {
  const chunks: PartitionedTable = {
    name: 'runtime_log_chunks',
    daysPerPartition: 1,
    keptDays: days,
    create: sql`select ensure_runtime_log_partitions(${daysAhead}) as count`,
    drop: (endedBefore) => sql`select drop_runtime_log_partitions(${endedBefore}) as count`,
    beforeDrop: (range) => takeFromHeads(database, range),
  }
  const { dropped = 0 } = await runAll({
    'make partitions': () => createPartitions(database, chunks),
    dropped: () => dropOldPartitions(database, chunks),
    'remove container events': () =>
      removeInBatches(database, {
        table: 'container_events',
        where: sql`at < now() - make_interval(days => ${days})`,
      }),
  })
  return { dropped }
}

/**
 * Counts what each environment has in a partition before the transaction that drops it, because writers wait for its
 * locks. A chunk that is trimmed in between is counted twice; the error is what one environment writes in that moment.
 */
async function takeFromHeads(database: Database, { from, to }: PartitionRange): Promise<(tx: Tx) => Promise<void>> {
  const { rows } = await database.maintenance((tx) =>
    sql<{ id: string; bytes: number }>`
      select environment_id as id, sum(octet_length(body))::bigint as bytes from runtime_log_chunks
      where stored_at >= ${from} and stored_at < ${to} group by 1 order by 1`.execute(tx),
  )
  return async (tx) => {
    await sql`
      update runtime_log_heads h set bytes = greatest(0, h.bytes - gone.bytes)
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ bytes }) => bytes)}::bigint[]) as gone (id, bytes)
      where h.environment_id = gone.id`.execute(tx)
  }
}

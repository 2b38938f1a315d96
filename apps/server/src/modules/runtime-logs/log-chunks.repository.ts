/** Chunks of lines: appended under the environment's counter, read by number. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'

export type ChunkKind = 'lines' | 'deployment' | 'event'

export interface NewChunk {
  kind: ChunkKind
  service: string | null
  deploymentId: Id<'dep'> | null
  container: string | null
  firstAt: Date
  lastAt: Date
  lineCount: number
  body: Buffer
}

export interface StoredChunk {
  seq: number
  kind: ChunkKind
  service: string | null
  deploymentId: Id<'dep'> | null
  container: string | null
  body: Buffer
}

const trimmedAtOnce = 500

/**
 * Also notifies readers. Returns false if the environment was deleted. Take no other lock afterwards but that of
 * `publishEvents`.
 */
export async function appendChunks(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, chunks }: { environmentId: Id<'env'>; chunks: readonly NewChunk[] },
): Promise<boolean> {
  const bytes = chunks.reduce((sum, { body }) => sum + body.length, 0)
  const { rows } = await sql<{ seq: number; lastAt: string }>`/* prepared */
    with counter as (
      insert into runtime_log_heads as h (environment_id, organization_id, seq, bytes, last_at)
      select id, organization_id, ${chunks.length}::bigint, ${bytes}::bigint, clock_timestamp() from environments
      where organization_id = ${organizationId} and id = ${environmentId}
      on conflict (environment_id) do update set seq = h.seq + excluded.seq, bytes = h.bytes + excluded.bytes,
        last_at = greatest(h.last_at, excluded.last_at)
      returning seq, last_at
    )
    select seq, last_at::text as "lastAt", pg_notify('runtime_logs', ${`${environmentId}:`} || seq) from counter`.execute(
    tx,
  )
  const [head] = rows
  if (head === undefined) return false
  await tx
    .insertInto('runtime_log_chunks')
    .values(
      chunks.map(({ kind, service, container, body, ...chunk }, index) => ({
        environment_id: environmentId,
        organization_id: organizationId,
        seq: head.seq - chunks.length + 1 + index,
        kind,
        service,
        deployment_id: chunk.deploymentId,
        container,
        first_at: chunk.firstAt,
        last_at: chunk.lastAt,
        line_count: chunk.lineCount,
        body,
        stored_at: sql<Date>`${head.lastAt}::timestamptz`,
      })),
    )
    .execute()
  return true
}

/** Removes the oldest chunks of an environment that exceeds its limit; a bounded number at a time. */
export async function trimChunks(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, maxBytes }: { environmentId: Id<'env'>; maxBytes: number },
): Promise<void> {
  await sql`/* prepared */
    with head as (
      select environment_id, bytes from runtime_log_heads
      where organization_id = ${organizationId} and environment_id = ${environmentId} and bytes > ${maxBytes}::bigint
    ), oldest as (
      select c.seq, c.stored_at, sum(octet_length(c.body)) over (order by c.seq) as upto
      from (
        select seq, stored_at, body from runtime_log_chunks
        where organization_id = ${organizationId} and environment_id in (select environment_id from head)
        order by seq limit ${trimmedAtOnce}
      ) c
    ), gone as (
      delete from runtime_log_chunks c using oldest o, head h
      where c.environment_id = h.environment_id and c.seq = o.seq and c.stored_at = o.stored_at
        and o.upto <= h.bytes - ${maxBytes}::bigint + 1000000
      returning octet_length(c.body) as size
    )
    update runtime_log_heads h set bytes = greatest(0, h.bytes - coalesce((select sum(size) from gone), 0))
    from head where h.environment_id = head.environment_id`.execute(tx)
}

/** Removes the oldest chunks of an environment. Returns how many were removed. */
export async function removeChunks(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, limit }: { environmentId: Id<'env'>; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from runtime_log_chunks c using (
      select seq, stored_at from runtime_log_chunks
      where organization_id = ${organizationId} and environment_id = ${environmentId} order by seq limit ${limit}
    ) oldest
    where c.organization_id = ${organizationId} and c.environment_id = ${environmentId}
      and c.seq = oldest.seq and c.stored_at = oldest.stored_at`.execute(tx)
  return Number(numAffectedRows)
}

export interface ChunkRange {
  environmentId: Id<'env'>
  service?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}

/** Lines are stored soon after they were written; the clocks of servers may differ by this much. */
const skew = sql`interval '1 hour'`

/** `order` newest: from `from` downwards; oldest: from `from` upwards; both inclusive. */
export async function listChunks(
  tx: Tx,
  organizationId: OrganizationId,
  range: ChunkRange & { order: 'newest' | 'oldest'; from: number | null; limit: number },
): Promise<StoredChunk[]> {
  const { environmentId, service, since, until, order, from, limit } = range
  const isNewest = order === 'newest'
  let query = tx
    .selectFrom('runtime_log_chunks')
    .select(['seq', 'kind', 'service', 'deployment_id', 'container', 'body'])
    .where('organization_id', '=', organizationId)
    .where('environment_id', '=', environmentId)
  if (from !== null) query = query.where('seq', isNewest ? '<=' : '>=', from)
  if (service !== undefined) query = query.where(sql<boolean>`(service = ${service} or kind = 'deployment')`)
  if (since !== undefined)
    query = query.where('last_at', '>=', since).where(sql<boolean>`stored_at >= ${since}::timestamptz - ${skew}`)
  if (until !== undefined) query = query.where('first_at', '<=', until)
  const rows = await query
    .orderBy('seq', isNewest ? 'desc' : 'asc')
    .limit(limit)
    .$narrowType<{ kind: ChunkKind }>()
    .execute()
  return rows.map(({ deployment_id: id, ...row }) => ({
    ...row,
    deploymentId: id,
  }))
}

/** Returns the number after which the chunks with lines from this time on begin. */
export async function seqBefore(
  tx: Tx,
  organizationId: OrganizationId,
  { environmentId, since }: { environmentId: Id<'env'>; since: Date },
): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`
    select coalesce(
      (select min(seq) - 1 from runtime_log_chunks
       where organization_id = ${organizationId} and environment_id = ${environmentId}
         and last_at >= ${since} and stored_at >= ${since}::timestamptz - ${skew}),
      (select seq from runtime_log_heads
       where organization_id = ${organizationId} and environment_id = ${environmentId}), 0) as seq`.execute(tx)
  return rows[0]?.seq ?? 0
}

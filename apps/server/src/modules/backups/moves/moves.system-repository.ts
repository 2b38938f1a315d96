/** Moves of all organizations: those whose old data expired, and recoveries whose old server may be back. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.generated.ts'
import type { Id } from '../../../platform/ids/brand.ts'

const atOnce = 200

export async function listOverdueMoves(
  db: Kysely<DB>,
  now: Date,
): Promise<{ id: Id<'dep'>; organizationId: Id<'org'>; environmentId: Id<'env'> }[]> {
  const rows = await db
    .selectFrom('moves')
    .select(['id', 'organization_id', 'environment_id'])
    .where('kept_until', '<', now)
    .where('status', '=', 'moved')
    .orderBy('kept_until')
    .limit(atOnce)
    .execute()
  return rows.map((row) => ({ id: row.id, organizationId: row.organization_id, environmentId: row.environment_id }))
}

export interface DueFence {
  id: Id<'dep'>
  organizationId: Id<'org'>
  environmentId: Id<'env'>
}

/** Lists recoveries whose old server responds again, and can still run what it ran before. */
export async function listDueFences(db: Kysely<DB>, limit: number): Promise<DueFence[]> {
  const { rows } = await sql<DueFence>`/* prepared */
    select m.id, m.organization_id as "organizationId", m.environment_id as "environmentId"
    from moves m join servers s on s.id = m.from_server_id
    where m.next_fence_at <= now() and m.status = 'moved' and s.status in ('ready', 'degraded')
      and s.deletion_requested_at is null
    order by m.next_fence_at limit ${limit}`.execute(db)
  return rows
}

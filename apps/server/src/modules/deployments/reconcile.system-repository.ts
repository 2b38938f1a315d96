/** Which servers are due to be compared with the database, across all organizations. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'

export interface DueSweep {
  serverId: Id<'srv'>
  organizationId: OrganizationId
}

/**
 * Takes those that are due, for one worker each: their next time is set at once, so that a worker that dies costs one round.
 * A server on which nothing was ever deployed is looked at seldom.
 */
export async function takeDueSweeps(
  db: Kysely<DB>,
  { limit, everyMs, idleEveryMs }: { limit: number; everyMs: number; idleEveryMs: number },
): Promise<DueSweep[]> {
  const { rows } = await sql<{ serverId: string; organizationId: string }>`/* prepared */
    with due as (
      select c.server_id, exists (
        select from environments e where e.live_server_id = c.server_id
      ) as is_used
      from server_checks c join servers s on s.id = c.server_id
      where s.deletion_requested_at is null and s.connected_at is not null
        and (c.next_sweep_at <= now()
          -- Put off while nothing was live there; now something is.
          or (c.next_sweep_at > now() + ${everyMs}::int * interval '1 millisecond'
            and exists (select from environments e where e.live_server_id = c.server_id)))
      order by c.next_sweep_at limit ${limit} for update of c skip locked
    )
    update server_checks c
    set next_sweep_at = now() + (case when due.is_used then ${everyMs}::int else ${idleEveryMs}::int end) * interval '1 millisecond'
    from due where c.server_id = due.server_id
    returning c.server_id as "serverId", c.organization_id as "organizationId"`.execute(db)
  return rows.map((row) => ({
    serverId: brandId<'srv'>(row.serverId),
    organizationId: brandId<'org'>(row.organizationId),
  }))
}

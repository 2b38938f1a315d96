/** Finds servers in all organizations that are due for a sweep. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/schema.generated.ts'
import type { Id } from '../../../platform/ids/brand.ts'

export interface DueSweep {
  serverId: Id<'srv'>
  organizationId: OrganizationId
}

/**
 * Claims due servers for one worker by setting their next sweep at once. If the worker crashes, only one round is lost.
 * Servers without any deployment are swept rarely.
 */
export async function takeDueSweeps(
  db: Kysely<DB>,
  { limit, everyMs, idleEveryMs }: { limit: number; everyMs: number; idleEveryMs: number },
): Promise<DueSweep[]> {
  const { rows } = await sql<{ serverId: Id<'srv'>; organizationId: Id<'org'> }>`/* prepared */
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
    serverId: row.serverId,
    organizationId: row.organizationId,
  }))
}

/** Finds servers in all organizations whose alerts are due for evaluation. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'

export interface DueEvaluation {
  serverId: Id<'srv'>
  organizationId: OrganizationId
}

/** Claims due servers for one worker by setting their next evaluation time at once. */
export async function takeDueEvaluations(
  db: Kysely<DB>,
  { limit, everyMs }: { limit: number; everyMs: number },
): Promise<DueEvaluation[]> {
  const { rows } = await sql<{ serverId: Id<'srv'>; organizationId: Id<'org'> }>`/* prepared */
    with due as (
      select c.server_id from server_checks c join servers s on s.id = c.server_id
      where c.next_alert_at <= now() and s.deletion_requested_at is null and s.connected_at is not null
      order by c.next_alert_at limit ${limit} for update of c skip locked
    )
    update server_checks c set next_alert_at = now() + ${everyMs}::int * interval '1 millisecond'
    from due where c.server_id = due.server_id
    returning c.server_id as "serverId", c.organization_id as "organizationId"`.execute(db)
  return rows.map((row) => ({
    serverId: row.serverId,
    organizationId: row.organizationId,
  }))
}

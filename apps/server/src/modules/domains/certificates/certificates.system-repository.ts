/** Finds servers in all organizations whose certificates are due for a check. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/schema.generated.ts'
import type { Id } from '../../../platform/ids/brand.ts'

export interface DueServer {
  serverId: Id<'srv'>
  organizationId: OrganizationId
}

/**
 * Claims each server for one worker by setting its next check at once. If the worker crashes, only one round is lost.
 */
export async function takeDueServers(
  db: Kysely<DB>,
  { limit, againMs }: { limit: number; againMs: number },
): Promise<DueServer[]> {
  const { rows } = await sql<{ serverId: Id<'srv'>; organizationId: Id<'org'> }>`/* prepared */
    with due as (
      select l.server_id from certificate_looks l join servers s on s.id = l.server_id
      where l.look_at <= now() and s.connected_at is not null and s.deletion_requested_at is null
      order by l.look_at limit ${limit} for update of l skip locked
    )
    update certificate_looks l set look_at = now() + ${againMs}::int * interval '1 millisecond'
    from due where l.server_id = due.server_id
    returning l.server_id as "serverId", l.organization_id as "organizationId"`.execute(db)
  return rows.map((row) => ({
    serverId: row.serverId,
    organizationId: row.organizationId,
  }))
}

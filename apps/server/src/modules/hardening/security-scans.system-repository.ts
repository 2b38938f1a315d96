/** Servers that are due for a scan, across all organizations. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'

export interface DueScan {
  serverId: Id<'srv'>
  organizationId: OrganizationId
}

export async function listDueScans(db: Kysely<DB>, limit: number): Promise<DueScan[]> {
  const { rows } = await sql<{ serverId: Id<'srv'>; organizationId: Id<'org'> }>`/* prepared */
    select s.id as "serverId", s.organization_id as "organizationId"
    from servers s left join security_watches w on w.server_id = s.id
    where s.status in ('ready', 'degraded') and s.deletion_requested_at is null
      and (w.server_id is null or w.next_scan_at <= now())
      and not exists (select from security_scans c where c.server_id = s.id and c.finished_at is null)
    order by w.next_scan_at nulls first limit ${limit}`.execute(db)
  return rows.map((row) => ({
    serverId: row.serverId,
    organizationId: row.organizationId,
  }))
}

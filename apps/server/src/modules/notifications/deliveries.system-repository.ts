/** Connectors with waiting deliveries, across all organizations. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'

export interface DueConnector {
  id: Id<'ntc'>
  organizationId: OrganizationId
}

/** Finds connectors with a delivery that has waited for a moment, that aren't paused, and that no run serves. */
export async function findDueConnectors(
  db: Kysely<DB>,
  { object, settleMs, limit }: { object: string; settleMs: number; limit: number },
): Promise<DueConnector[]> {
  const { rows } = await sql<{ id: string; organizationId: Id<'org'> }>`/* prepared */
    select c.id, c.organization_id as "organizationId" from notification_connectors c
    where c.status <> 'disabled' and (c.retry_at is null or c.retry_at <= now())
      and exists (select from notice_deliveries d where d.connector_id = c.id and d.status = 'waiting'
        and d.created_at <= now() - ${settleMs} * interval '1 millisecond')
      and not exists (select from workflow_runs r
        where r.key = ${`${object}/`} || c.id::text and r.finished_at is null)
    limit ${limit}`.execute(db)
  return rows.map((row) => ({ id: brandId<'ntc'>(row.id), organizationId: row.organizationId }))
}

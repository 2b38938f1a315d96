/** Servers that are due for a check, across all organizations, and the narrow write of an unchanged check. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'

type Db = Kysely<DB>

export interface DueServer {
  id: Id<'srv'>
  organizationId: OrganizationId
  overdueForMs: number
  /** Due time with all digits, to recognize it again. */
  due: string
}

/** The longest overdue first. `except`: those that are being checked now. */
export async function listDueServers(
  db: Db,
  options: { limit: number; except: readonly string[] },
): Promise<DueServer[]> {
  const { rows } = await sql<{
    id: string
    organizationId: Id<'org'>
    overdueForMs: number
    due: string
  }>`/* prepared */
    select c.server_id as id, c.organization_id as "organizationId", c.next_check_at::text as due,
      (extract(epoch from now() - c.next_check_at) * 1000)::float8 as "overdueForMs"
    from server_checks c join servers s on s.id = c.server_id
    where c.next_check_at <= now() and s.deletion_requested_at is null and s.status <> 'connecting'
      and c.server_id <> all(${options.except}::uuid[])
    order by c.next_check_at limit ${options.limit}`.execute(db)
  return rows.map((row) => ({
    id: brandId<'srv'>(row.id),
    organizationId: row.organizationId,
    overdueForMs: row.overdueForMs,
    due: row.due,
  }))
}

/** Returns false if another worker has checked it since. */
export async function recordUnchangedCheck(
  db: Db,
  check: { id: Id<'srv'>; due: string; nextInMs: number; isSeen: boolean },
): Promise<boolean> {
  const { rows } = await sql`/* prepared */
    update server_checks set next_check_at = now() + ${check.nextInMs} * interval '1 millisecond',
      last_seen_at = case when ${check.isSeen} then now() else last_seen_at end
    where server_id = ${check.id} and next_check_at = ${check.due}::timestamptz returning 1`.execute(db)
  return rows.length > 0
}

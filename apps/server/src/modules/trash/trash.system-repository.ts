/** Items that expired, across all organizations. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'

export interface DueTrash {
  id: Id<'trs'>
  organizationId: OrganizationId
}

/** The oldest first, so that what depends on something else is removed before it. */
export async function listDueTrash(db: Kysely<DB>, limit: number): Promise<DueTrash[]> {
  const { rows } = await sql<DueTrash>`
    select t.id, t.organization_id as "organizationId" from trash_items t
    where t.status = 'kept' and t.parent_id is null and t.expires_at <= now()
    order by t.expires_at limit ${limit}`.execute(db)
  return rows
}

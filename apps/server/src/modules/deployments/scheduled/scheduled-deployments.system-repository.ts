/** Due scheduled deployments of all organizations. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/schema.generated.ts'
import type { Id } from '../../../platform/ids/brand.ts'

export interface DueScheduled {
  id: Id<'sdp'>
  organizationId: OrganizationId
}

/** Includes those of deleted environments at once, so that they are dropped. */
export async function listDueScheduled(db: Kysely<DB>, limit: number): Promise<DueScheduled[]> {
  const { rows } = await sql<DueScheduled>`/* prepared */
    select id, organization_id as "organizationId" from scheduled_deployments
    where status = 'scheduled' and (start_at <= now() or environment_id is null)
    order by start_at limit ${limit}`.execute(db)
  return rows
}

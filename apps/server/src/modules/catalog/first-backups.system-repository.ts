/** Environments of all organizations whose first backup is due: a deployment of a template is live. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'

export interface DueFirstBackup {
  environmentId: Id<'env'>
  organizationId: OrganizationId
}

export async function listDueFirstBackups(db: Kysely<DB>, limit: number): Promise<DueFirstBackup[]> {
  const { rows } = await sql<DueFirstBackup>`/* prepared */
    select t.environment_id as "environmentId", t.organization_id as "organizationId"
    from environment_templates t join environments e on e.id = t.environment_id
    where t.first_backup = 'waiting' and e.live_deployment_id is not null and e.stopped_at is null
      and e.deletion_requested_at is null
    order by t.created_at limit ${limit}`.execute(db)
  return rows
}

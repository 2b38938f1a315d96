/** Organizations that subscribe to instance events. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import { brandId } from '../../platform/ids/brand.ts'
import type { NoticeEvent } from './notice-events.schemas.ts'

export async function listSubscribedOrganizations(db: Kysely<DB>, event: NoticeEvent): Promise<OrganizationId[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct organization_id as id from notification_connectors
    where status <> 'disabled' and ${event} = any(events)`.execute(db)
  return rows.map(({ id }) => brandId<'org'>(id))
}

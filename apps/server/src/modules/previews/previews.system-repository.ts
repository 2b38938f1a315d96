/** Projects that are due for polling, and expired previews, across all organizations. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'

type Db = Kysely<DB>

export interface DuePoll {
  organizationId: OrganizationId
  projectId: Id<'prj'>
}

/** The first worker takes it and sets the next time immediately, so that a crashed worker costs one round. */
export async function takeDuePolls(db: Db, { limit, everyMs }: { limit: number; everyMs: number }): Promise<DuePoll[]> {
  const { rows } = await sql<{ organization_id: Id<'org'>; project_id: Id<'prj'> }>`
    update preview_settings set next_look_at = now() + ${everyMs} * interval '1 millisecond'
    where project_id in (
      select project_id from preview_settings where is_enabled and next_look_at <= now()
      order by next_look_at limit ${limit} for update skip locked
    )
    returning organization_id, project_id
  `.execute(db)
  return rows.map((row) => ({
    organizationId: row.organization_id,
    projectId: row.project_id,
  }))
}

export interface ExpiredPreview {
  organizationId: OrganizationId
  id: Id<'pvw'>
}

/** Marked, so that each is returned only once in a while and not in every round. */
export async function takeExpiredPreviews(db: Db, limit: number): Promise<ExpiredPreview[]> {
  const { rows } = await sql<{ organization_id: Id<'org'>; id: string }>`
    update previews set updated_at = now()
    where id in (
      select id from previews where status = 'open' and expires_at <= now() and updated_at < now() - interval '10 seconds'
      order by expires_at limit ${limit} for update skip locked
    )
    returning organization_id, id
  `.execute(db)
  return rows.map((row) => ({ organizationId: row.organization_id, id: brandId<'pvw'>(row.id) }))
}

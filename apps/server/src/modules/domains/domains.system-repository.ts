/** What sees every organisation: which domains are due, and whose a hostname is. */
import { type Kysely, sql } from 'kysely'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'

/** Personal ones count: whoever has an account can claim a hostname. */
export async function hasSeveralOrganizations(db: Kysely<DB>): Promise<boolean> {
  const rows = await db.selectFrom('organizations').select('id').limit(2).execute()
  return rows.length > 1
}

export interface DueDomain {
  id: Id<'dom'>
  organizationId: OrganizationId
}

/** Each is taken by one worker: its next time is set at once, so that a worker that dies costs one round. */
export async function takeDueDomains(
  db: Kysely<DB>,
  { limit, againMs }: { limit: number; againMs: number },
): Promise<DueDomain[]> {
  const { rows } = await sql<{ id: string; organizationId: string }>`/* prepared */
    with due as (
      select id from domains where next_check_at <= now()
      order by next_check_at limit ${limit} for update skip locked
    )
    update domains d set next_check_at = now() + ${againMs}::int * interval '1 millisecond'
    from due where d.id = due.id returning d.id, d.organization_id as "organizationId"`.execute(db)
  return rows.map((row) => ({ id: brandId<'dom'>(row.id), organizationId: brandId<'org'>(row.organizationId) }))
}

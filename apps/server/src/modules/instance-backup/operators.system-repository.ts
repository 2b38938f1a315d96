/** Who somebody is beyond the organisation that the request is for. */
import type { Kysely } from 'kysely'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'

/** In lower case; undefined: not verified, or gone. */
export async function findUserEmail(db: Kysely<DB>, id: Id<'usr'>): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('email_key')
    .where('id', '=', id)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.email_key
}

export async function isOnlyOrganization(db: Kysely<DB>, organizationId: OrganizationId): Promise<boolean> {
  const rows = await db.selectFrom('organizations').select('id').limit(2).execute()
  return rows.length === 1 && rows[0]?.id === organizationId
}

/** Facts about a user beyond the organization of the request. */
import type { Kysely } from 'kysely'
import type { OrganizationId } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'

/** An invitation doesn't count, because any member can invite any email address. */
export const verificationMethods = ['mail', 'setup_link']

/** In lower case; undefined if the user was deleted, or if only an invitation vouches for the email address. */
export async function findVerifiedEmail(db: Kysely<DB>, id: Id<'usr'>): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('email_key')
    .where('id', '=', id)
    .where('email_proved_by', 'in', verificationMethods)
    .executeTakeFirst()
  return row?.email_key
}

export interface Owner {
  organizationId: OrganizationId
  /** In lower case, verified by its owner. */
  email: string
}

export async function listOwners(db: Kysely<DB>, limit: number): Promise<Owner[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.organization_id as organizationId', 'users.email_key as email'])
    .where('memberships.role', '=', 'owner')
    .where('users.email_proved_by', 'in', verificationMethods)
    .orderBy('memberships.created_at')
    .limit(limit)
    .execute()
  return rows.map(({ organizationId, email }) => ({ organizationId: organizationId, email }))
}

/** Returns null if this instance has no users yet. */
export async function findFirstUse(db: Kysely<DB>): Promise<Date | null> {
  const row = await db
    .selectFrom('organizations')
    .select((get) => get.fn.min('created_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

/** Returns undefined if there are none or several. */
export async function findOnlyOrganization(db: Kysely<DB>): Promise<OrganizationId | undefined> {
  const rows = await db.selectFrom('organizations').select('id').limit(2).execute()
  return rows.length === 1 ? rows[0]?.id : undefined
}

/** Maps a row of `users` to the profile in the API. */
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.generated.ts'
import type { User } from './accounts.schemas.ts'
import { organizationsOfUser, type UserRow } from './users.system-repository.ts'

export async function toUser(db: Kysely<DB>, row: UserRow): Promise<User> {
  const organizations = await organizationsOfUser(db, row.id)
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    emailVerifiedAt: row.email_verified_at,
    mfaEnabled: row.mfa_enabled_at !== null,
    organizations,
    lastOrganizationId: organizations.find(({ id }) => id === row.last_organization_id)?.id ?? null,
    deletionDueAt: row.deletion_due_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

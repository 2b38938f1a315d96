/** User accounts across all organizations, for operators. */
import { type Kysely, sql } from 'kysely'
import type { Role } from '../../../platform/access/permissions.ts'
import { newestFirst, type PageBefore } from '../../../platform/database/newest-first.ts'
import type { DB } from '../../../platform/database/schema.generated.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { verificationMethods } from '../operators.system-repository.ts'

type Db = Kysely<DB>

const maximumOrganizations = 50

interface UserRow {
  id: Id<'usr'>
  name: string
  email: string
  /** The email address in lower case. */
  emailKey: string
  isEmailVerified: boolean
  hasSecondFactor: boolean
  createdAt: Date
}

interface UserOrganization {
  userId: Id<'usr'>
  id: Id<'org'>
  name: string
  role: Role
}

export async function findEmail(db: Db, id: Id<'usr'>): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst()
  return row?.email
}

export async function listUsers(db: Db, page: PageBefore): Promise<UserRow[]> {
  return await db
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'email_key as emailKey',
      sql<boolean>`coalesce(email_proved_by = any(${verificationMethods}), false)`.as('isEmailVerified'),
      sql<boolean>`mfa_enabled_at is not null`.as('hasSecondFactor'),
      'created_at as createdAt',
    ])
    .$call(newestFirst(page))
    .execute()
}

/** Counts sessions that ended too, because signing out doesn't undo a sign-in. */
export async function listLastSignIns(
  db: Db,
  users: readonly Id<'usr'>[],
): Promise<{ userId: Id<'usr'>; lastSignInAt: Date }[]> {
  const { rows } = await sql<{ userId: Id<'usr'>; lastSignInAt: Date }>`
    select user_id as "userId", max(created_at) as "lastSignInAt" from sessions
    where user_id = any(${users}::uuid[]) group by user_id`.execute(db)
  return rows
}

export async function listOrganizationsOf(db: Db, users: readonly Id<'usr'>[]): Promise<UserOrganization[]> {
  const { rows } = await sql<UserOrganization>`
    select user_id as "userId", id, name, role from (
      select m.user_id, o.id, o.name, m.role,
        row_number() over (partition by m.user_id order by lower(o.name), o.id) as place
      from memberships m join organizations o on o.id = m.organization_id
      where m.user_id = any(${users}::uuid[])) ranked
    where place <= ${maximumOrganizations} order by user_id, place`.execute(db)
  return rows
}

/** Accounts belong to people, not to an organization, so these queries have no organization ID. */
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Role } from '../../platform/access/permissions.ts'
import type { DB, Users } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'

type Db = Kysely<DB>
export type UserRow = Omit<Selectable<Users>, 'id'> & { id: Id<'usr'> }

export function emailKey(email: string): string {
  return email.toLowerCase()
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return await db.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()
}

export async function findUser(db: Db, id: Id<'usr'>): Promise<UserRow | undefined> {
  return await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function lockUser(db: Db, id: Id<'usr'>): Promise<UserRow | undefined> {
  return await db.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** The lock holder decides about the codes and the password of this user; the next transaction sees the result. */
export async function lockUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const key = emailKey(email)
  return await db.selectFrom('users').selectAll().where('email_key', '=', key).forUpdate().executeTakeFirst()
}

export interface NewUser {
  id: Id<'usr'>
  email: string
  name: string
  passwordHash: string
  verified: Verified | null
  /** Name for the organization that the verification creates. */
  organizationName?: string | undefined
}

/**
 * An email or the operator's setup link proves that the person owns the address. An invitation only proves that a
 * member entered it.
 */
export interface Verified {
  at: Date
  by: 'mail' | 'setup_link' | 'invitation'
}

/** Returns undefined when the address is taken, also by a registration that commits at the same time. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow | undefined> {
  const inserted = await db
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      email_key: emailKey(user.email),
      name: user.name,
      password_hash: user.passwordHash,
      email_verified_at: user.verified?.at ?? null,
      email_proved_by: user.verified?.by ?? null,
      organization_name: user.organizationName ?? null,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted
}

export async function updateUser(db: Db, id: Id<'usr'>, change: UserChange): Promise<UserRow> {
  const row = await db
    .updateTable('users')
    .set({ ...change, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row
}

export type UserChange = Partial<
  Pick<
    Selectable<Users>,
    | 'name'
    | 'password_hash'
    | 'email_verified_at'
    | 'email_proved_by'
    | 'mfa_enabled_at'
    | 'mfa_last_step'
    | 'deletion_due_at'
    | 'failed_logins'
    | 'organization_name'
  >
>

/** Not a change of the profile, so the version stays the same. Returns false unless the user belongs to the organization. */
export async function saveLastOrganization(db: Db, id: Id<'usr'>, organizationId: Id<'org'>): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ last_organization_id: organizationId })
    .where('id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('memberships')
          .select('memberships.id')
          .where('memberships.user_id', '=', id)
          .where('memberships.organization_id', '=', organizationId),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns undefined when the second factor is enabled, because its secret must not change then. */
export async function nextMfaGeneration(db: Db, id: Id<'usr'>): Promise<UserRow | undefined> {
  const row = await db
    .updateTable('users')
    .set({ mfa_generation: sql`mfa_generation + 1` })
    .where('id', '=', id)
    .where('mfa_enabled_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row
}

/** Atomic: of two requests with the same code, only one succeeds. */
export async function useMfaStep(db: Db, id: Id<'usr'>, step: number): Promise<boolean> {
  const moved = await db
    .updateTable('users')
    .set({ mfa_last_step: step })
    .where('id', '=', id)
    .where('mfa_last_step', '<', step)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** Users don't see this counter, so the version stays the same. */
export async function countFailedLogin(db: Db, id: Id<'usr'>): Promise<void> {
  await db.updateTable('users').set({ failed_logins: sql`failed_logins + 1` }).where('id', '=', id).execute()
}

export async function clearFailedLogins(db: Db, id: Id<'usr'>): Promise<void> {
  await db.updateTable('users').set({ failed_logins: 0 }).where('id', '=', id).where('failed_logins', '>', 0).execute()
}

export async function hasVerifiedUser(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('email_verified_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Serializes the registration of the first user. */
export async function lockFirstUser(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7203114552)`.execute(db)
}

export interface UserOrganization {
  id: Id<'org'>
  name: string
  role: Role
}

export async function organizationsOfUser(db: Db, userId: Id<'usr'>): Promise<UserOrganization[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select(['organizations.id', 'organizations.name', 'memberships.role'])
    .where('memberships.user_id', '=', userId)
    .where('organizations.deletion_due_at', 'is', null)
    .orderBy('memberships.id')
    .limit(500)
    .$narrowType<{ role: Role }>()
    .execute()
  return rows
}

/**
 * Lists organizations whose only owner is this user, except the ones that are deleted with the account. Owners who are
 * about to leave don't count. Locks the rows, so owners who leave or are demoted at the same time are handled one after
 * the other.
 */
export async function organizationsOnlyOwnedBy(db: Db, userId: Id<'usr'>): Promise<string[]> {
  await sql`
    select o.id from organizations o join memberships m on m.organization_id = o.id
    where m.user_id = ${userId} and m.role = 'owner' order by o.id for no key update of o`.execute(db)
  const found = await sql<{ name: string }>`
    select o.name from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${userId} and m.role = 'owner' and not ${isDeletedWithAccount(userId)} and o.deletion_due_at is null
      and not exists (
        select from memberships other join users u on u.id = other.user_id
        where other.organization_id = o.id and other.role = 'owner' and other.user_id <> ${userId} and u.deletion_due_at is null)
    limit 20`.execute(db)
  return found.rows.map((row) => row.name)
}

export async function listDeletedWithAccount(db: Db, userId: Id<'usr'>): Promise<Id<'org'>[]> {
  const { rows } = await sql<{ id: Id<'org'> }>`
    select o.id from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${userId} and ${isDeletedWithAccount(userId)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The organization that was created with the account is deleted with it, unless other people joined. */
function isDeletedWithAccount(userId: Id<'usr'>) {
  return sql<boolean>`(o.personal and not exists (
    select from memberships other where other.organization_id = o.id and other.user_id <> ${userId}))`
}

/** Saves whether the organization is deleted even when some of its resources can't be reached. */
export async function saveForced(db: Db, organizationId: Id<'org'>, isForced: boolean): Promise<void> {
  await db.updateTable('organizations').set({ deletion_forced: isForced }).where('id', '=', organizationId).execute()
}

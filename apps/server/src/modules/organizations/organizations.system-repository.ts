/** Queries before an organization is known, or across them: creation, a user's list, invitations by their token. */
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Role } from '../../platform/access/permissions.ts'
import { newestFirst } from '../../platform/database/newest-first.ts'
import type { DB, Invitations, Organizations } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'

type Db = Kysely<DB>

export async function insertOrganization(
  db: Db,
  organization: { id: Id<'org'>; name: string; personal: boolean },
): Promise<Selectable<Organizations>> {
  return await db.insertInto('organizations').values(organization).returningAll().executeTakeFirstOrThrow()
}

export async function insertMembership(
  db: Db,
  membership: { id: Id<'mem'>; organizationId: Id<'org'>; userId: Id<'usr'>; role: Role },
): Promise<boolean> {
  const row = await db
    .insertInto('memberships')
    .values({
      id: membership.id,
      organization_id: membership.organizationId,
      user_id: membership.userId,
      role: membership.role,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Serializes counting and adding a user's organizations. */
export async function lockOrganizationsOfUser(db: Db, userId: Id<'usr'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}::text, 23))`.execute(db)
}

export async function listOrganizationsOfUser(
  db: Db,
  userId: Id<'usr'>,
  page: { before: string | undefined; limit: number },
) {
  const query = db
    .selectFrom('organizations')
    .innerJoin('memberships', 'memberships.organization_id', 'organizations.id')
    .selectAll('organizations')
    .select('memberships.role')
    .where('memberships.user_id', '=', userId)
    .where('organizations.deletion_due_at', 'is', null)
  return await query.$call(newestFirst(page, 'organizations.id')).$narrowType<{ role: Role }>().execute()
}

export type DeletionRow = Pick<
  Selectable<Organizations>,
  'id' | 'name' | 'deletion_due_at' | 'deletion_forced' | 'deletion_tried_at' | 'deletion_left'
>

/** Lists the user's own organizations that are being deleted. */
export async function listDeletionsOfOwner(db: Db, userId: Id<'usr'>): Promise<DeletionRow[]> {
  return await selectDeletions(db, userId).orderBy('organizations.deletion_due_at').limit(100).execute()
}

export async function forceDeletion(db: Db, userId: Id<'usr'>, id: Id<'org'>): Promise<DeletionRow | undefined> {
  const known = await findDeletion(db, userId, id)
  if (known === undefined) return undefined
  await db.updateTable('organizations').set({ deletion_forced: true }).where('id', '=', id).execute()
  return { ...known, deletion_forced: true }
}

/** Returns false if its removal has begun, because parts of it can be removed by then. */
export async function undoDeletion(db: Db, id: Id<'org'>): Promise<boolean> {
  const row = await db
    .updateTable('organizations')
    .set({ deletion_due_at: null, deletion_forced: false })
    .where('id', '=', id)
    .where('deletion_tried_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findDeletion(db: Db, userId: Id<'usr'>, id: Id<'org'>): Promise<DeletionRow | undefined> {
  return await selectDeletions(db, userId).where('organizations.id', '=', id).executeTakeFirst()
}

function selectDeletions(db: Db, userId: Id<'usr'>) {
  return db
    .selectFrom('organizations')
    .innerJoin('memberships', 'memberships.organization_id', 'organizations.id')
    .select([
      'organizations.id',
      'organizations.name',
      'organizations.deletion_due_at',
      'organizations.deletion_forced',
      'organizations.deletion_tried_at',
      'organizations.deletion_left',
    ])
    .where('memberships.user_id', '=', userId)
    .where('memberships.role', '=', 'owner')
    .where('organizations.deletion_due_at', 'is not', null)
}

export type InvitationByToken = Pick<Selectable<Invitations>, 'email_key'> & {
  id: Id<'inv'>
  organization_id: Id<'org'>
  role: Role
}

export async function hasInvitation(db: Db, tokenHash: Buffer, emailKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where('email_key', '=', emailKey)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds an open invitation by its token, with the names to show before a person accepts it. */
export async function findInvitation(db: Db, tokenHash: Buffer) {
  return await db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .select(['invitations.email', 'invitations.role', 'invitations.expires_at', 'organizations.name as organization'])
    .select(['users.name as inviter_name', 'users.email as inviter_email'])
    .where('invitations.token_hash', '=', tokenHash)
    .where('invitations.accepted_at', 'is', null)
    .where('invitations.expires_at', '>', sql<Date>`now()`)
    .where('organizations.deletion_due_at', 'is', null)
    .$narrowType<{ role: Role }>()
    .executeTakeFirst()
}

/** Returns the invitation to exactly one caller. */
export async function consumeInvitation(
  db: Db,
  tokenHash: Buffer,
  emailKey: string,
): Promise<InvitationByToken | undefined> {
  const row = await db
    .updateTable('invitations')
    .set({ accepted_at: sql`now()`, updated_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where('email_key', '=', emailKey)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['id', 'organization_id', 'role', 'email_key'])
    .$narrowType<{ role: Role }>()
    .executeTakeFirst()
  return row === undefined ? undefined : row
}

/** Lists at most two, to distinguish none, one, and several. */
export async function listSomeOrganizations(db: Db): Promise<Id<'org'>[]> {
  const rows = await db.selectFrom('organizations').select('id').where('deletion_due_at', 'is', null).limit(2).execute()
  return rows.map(({ id }) => id)
}

/** Finds the organization that was created on the machine itself before there was any account; it has no members. */
export async function findWaitingOrganization(db: Db): Promise<Id<'org'> | undefined> {
  const row = await db
    .selectFrom('organizations')
    .select('id')
    .where('deletion_due_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships')
            .select('memberships.id')
            .whereRef('memberships.organization_id', '=', 'organizations.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return row === undefined ? undefined : row.id
}

/** Serializes creating and claiming the first organization. */
export async function lockFirstOrganization(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7203114553)`.execute(db)
}

export async function nameOrganization(db: Db, id: Id<'org'>, name: string): Promise<void> {
  await db.updateTable('organizations').set({ name }).where('id', '=', id).execute()
}

/** Organizations and their members, from inside one of them. */
import { type Selectable, sql } from 'kysely'
import type { Role } from '../../platform/access/permissions.ts'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/newest-first.ts'
import type { Memberships, Organizations } from '../../platform/database/schema.generated.ts'
import { announceRevocation } from '../../platform/events/revocations.ts'
import type { Id } from '../../platform/ids/brand.ts'

export type OrganizationRow = Selectable<Organizations>
export type MembershipRow = Omit<Selectable<Memberships>, 'id' | 'role' | 'user_id'> & {
  id: Id<'mem'>
  user_id: Id<'usr'>
  role: Role
}
export type MemberRow = MembershipRow & { email: string; name: string }

export async function findOrganization(tx: Tx, organizationId: OrganizationId): Promise<OrganizationRow | undefined> {
  return await tx.selectFrom('organizations').selectAll().where('id', '=', organizationId).executeTakeFirst()
}

/**
 * Also the lock under which quotas are counted and owners are changed. It doesn't lock the key: a transaction that
 * inserted a row with a reference to the organization holds a share lock on its key, and two of them that requested the
 * full lock would deadlock.
 */
export async function lockOrganization(tx: Tx, organizationId: OrganizationId): Promise<OrganizationRow | undefined> {
  return await tx
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateOrganization(
  tx: Tx,
  organizationId: OrganizationId,
  change: { name?: string; quotas?: string; deletion_due_at?: Date; deletion_forced?: boolean },
): Promise<OrganizationRow> {
  return await tx
    .updateTable('organizations')
    .set({ ...change, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', organizationId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function listMembers(
  tx: Tx,
  organizationId: OrganizationId,
  page: { before: string | undefined; limit: number },
): Promise<MemberRow[]> {
  const query = tx.selectFrom('member_profiles').selectAll().where('organization_id', '=', organizationId)
  const rows = await query.$call(newestFirst(page)).$narrowType<NotNullMember>().execute()
  return rows
}

export async function findMember(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'mem'>,
): Promise<MemberRow | undefined> {
  const row = await tx
    .selectFrom('member_profiles')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .$narrowType<NotNullMember>()
    .executeTakeFirst()
  return row
}

export async function findMemberByUser(
  tx: Tx,
  organizationId: OrganizationId,
  userId: Id<'usr'>,
): Promise<MemberRow | undefined> {
  return await tx
    .selectFrom('member_profiles')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .$narrowType<NotNullMember>()
    .executeTakeFirst()
}

export async function isMemberAddress(tx: Tx, organizationId: OrganizationId, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('member_profiles')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

export async function updateMemberRole(
  tx: Tx,
  organizationId: OrganizationId,
  change: { id: Id<'mem'>; userId: Id<'usr'>; role: Role; isLower: boolean },
): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ role: change.role, version: sql`version + 1`, updated_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', change.id)
    .execute()
  // Ends what runs with the old permissions: a command, a followed log.
  if (change.isLower) await announceRevocation(tx, { organizationId, userId: change.userId })
}

export async function countOwners(tx: Tx, organizationId: OrganizationId): Promise<number> {
  return await count(tx, organizationId, 'owner')
}

export async function countMembers(tx: Tx, organizationId: OrganizationId): Promise<number> {
  return await count(tx, organizationId, null)
}

async function count(tx: Tx, organizationId: OrganizationId, role: Role | null): Promise<number> {
  let query = tx
    .selectFrom('memberships')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
  if (role !== null) query = query.where('role', '=', role)
  return (await query.executeTakeFirstOrThrow()).count
}

/** The type generator makes columns of a view nullable; these come from not-null columns. */
interface NotNullMember {
  id: Id<'mem'>
  organization_id: OrganizationId
  user_id: Id<'usr'>
  role: Role
  version: number
  created_at: Date
  updated_at: Date
  email: string
  name: string
}

/** The only file that names `invitations` inside an organization. */
import { type Selectable, sql } from 'kysely'
import type { Role } from '../../platform/access/permissions.ts'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/newest-first.ts'
import type { Invitations } from '../../platform/database/schema.generated.ts'
import type { Id } from '../../platform/ids/brand.ts'

export type InvitationRow = Omit<Selectable<Invitations>, 'id' | 'role'> & { id: Id<'inv'>; role: Role }

export interface NewInvitation {
  id: Id<'inv'>
  email: string
  role: Role
  tokenHash: Buffer
  invitedBy: Id<'usr'>
  expiresAt: Date
}

/** A new invitation withdraws an older open one to the same email address. */
export async function deleteInvitationsTo(tx: Tx, organizationId: OrganizationId, email: string): Promise<void> {
  await tx
    .deleteFrom('invitations')
    .where('organization_id', '=', organizationId)
    .where('email_key', '=', email.toLowerCase())
    .where('accepted_at', 'is', null)
    .execute()
}

export async function countOpenInvitations(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const row = await tx
    .selectFrom('invitations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function insertInvitation(
  tx: Tx,
  organizationId: OrganizationId,
  invitation: NewInvitation,
): Promise<InvitationRow> {
  const row = await tx
    .insertInto('invitations')
    .values({
      id: invitation.id,
      organization_id: organizationId,
      email: invitation.email,
      email_key: invitation.email.toLowerCase(),
      role: invitation.role,
      token_hash: invitation.tokenHash,
      invited_by: invitation.invitedBy,
      expires_at: invitation.expiresAt,
    })
    .returningAll()
    .$narrowType<{ role: Role }>()
    .executeTakeFirstOrThrow()
  return row
}

export async function listInvitations(
  tx: Tx,
  organizationId: OrganizationId,
  page: { before: string | undefined; limit: number },
): Promise<InvitationRow[]> {
  const query = tx
    .selectFrom('invitations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
  const rows = await query.$call(newestFirst(page)).$narrowType<{ role: Role }>().execute()
  return rows
}

export async function deleteInvitation(tx: Tx, organizationId: OrganizationId, id: Id<'inv'>): Promise<boolean> {
  const row = await tx
    .deleteFrom('invitations')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

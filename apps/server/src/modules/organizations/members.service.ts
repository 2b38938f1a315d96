/** Members and invitations. Members can't grant more permissions than they have, and an organization always has an owner. */
import type { Actor, RequestContext, UserActor } from '../../platform/access/actor.ts'
import { canGrant, type Role, roles } from '../../platform/access/permissions.ts'
import { requireVersion } from '../../platform/access/require-version.ts'
import { after, type Clock, dayMs } from '../../platform/clock/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { announceRevocation } from '../../platform/events/revocations.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { pageLinks, toUrl } from '../../platform/links/page-links.policy.ts'
import { consumeMailLimit } from '../../platform/mail/mail-limits.ts'
import { queueMail, sealMail } from '../../platform/mail/queue-mail.ts'
import { type Page, toPage } from '../../platform/pagination/page.schemas.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { newToken } from '../../platform/secrets/token.ts'
import { recordAudit, recordUserAudit } from '../audit/index.ts'
import { deletedBy, keepInTrash } from '../trash/index.ts'
import { revokeTokensOf } from './api-tokens.repository.ts'
import { invitationMail } from './invitation-mail.text.ts'
import {
  countOpenInvitations,
  deleteInvitation,
  deleteInvitationsTo,
  type InvitationRow,
  insertInvitation,
  listInvitations,
} from './invitations.repository.ts'
import { notifyJoined, notifyRemoved, notifyRoleChanged } from './notify-members.action.ts'
import { organizationProblems } from './organizations.problems.ts'
import {
  countMembers,
  countOwners,
  findMember,
  findMemberByUser,
  findOrganization,
  isMemberAddress,
  listMembers,
  lockOrganization,
  type MemberRow,
  type OrganizationRow,
  updateMemberRole,
} from './organizations.repository.ts'
import type { CreatedInvitation, Invitation, Member } from './organizations.schemas.ts'
import { consumeInvitation, hasInvitation, insertMembership } from './organizations.system-repository.ts'
import { effectiveQuotas } from './quotas.policy.ts'

const invitationLifetimeMs = 7 * dayMs

interface PageRequest {
  cursor?: string | undefined
  limit: number
}

export interface MembersService {
  list(actor: Actor, page: PageRequest): Promise<Page<Member>>
  changeRole(actor: Actor, id: Id<'mem'>, role: Role): Promise<Member>
  remove(actor: Actor, id: Id<'mem'>): Promise<void>
  invitations(actor: Actor, page: PageRequest): Promise<Page<Invitation>>
  invite(actor: Actor, body: { email: string; role: Role }): Promise<CreatedInvitation>
  withdraw(actor: Actor, id: Id<'inv'>): Promise<void>
  accept(actor: UserActor, tokenHash: Buffer): Promise<void>
}

export interface MembersOptions {
  database: Database
  sealer: Sealer
  clock: Clock
  publicUrl: string
  mailsPerDay: number
}

export function createMembersService(options: MembersOptions): MembersService {
  const { database } = options
  return {
    async list(actor, page) {
      const rows = await database.tenant(actor.organizationId, (tx) =>
        listMembers(tx, actor.organizationId, { before: page.cursor, limit: page.limit }),
      )
      return toPage(rows.map(toMember), page.limit)
    },
    changeRole: (actor, id, role) => database.tenant(actor.organizationId, (tx) => changeRole(tx, actor, { id, role })),
    remove: (actor, id) => database.tenant(actor.organizationId, (tx) => removeMember(tx, actor, id)),
    async invitations(actor, page) {
      const rows = await database.tenant(actor.organizationId, (tx) =>
        listInvitations(tx, actor.organizationId, { before: page.cursor, limit: page.limit }),
      )
      return toPage(rows.map(toInvitation), page.limit)
    },
    invite: (actor, body) => invite(options, actor, body),
    async withdraw(actor, id) {
      await database.tenant(actor.organizationId, async (tx) => {
        if (!(await deleteInvitation(tx, actor.organizationId, id))) throw notFound()
        await recordAudit(tx, actor, { action: 'invitation.withdrawn', targetKind: 'invitation', targetId: id })
      })
    },
    async accept(actor, tokenHash) {
      await database.system((tx) =>
        acceptInvitation(tx, { tokenHash, user: { id: actor.userId, email: actor.userName }, context: actor }),
      )
    },
  }
}

/** Runs before any response about the email address: only the invitee may learn whether it has an account. */
export async function requireInvitation(tx: Tx, tokenHash: Buffer, email: string): Promise<void> {
  if (!(await hasInvitation(tx, tokenHash, email.toLowerCase())))
    throw new AppError(organizationProblems.invalid_invitation)
}

/** The account's email address must be the invited one, so that a leaked link is useless to others. */
export async function acceptInvitation(
  tx: Tx,
  options: { tokenHash: Buffer; user: { id: Id<'usr'>; email: string }; context: RequestContext },
): Promise<void> {
  const { user, context } = options
  const invitation = await consumeInvitation(tx, options.tokenHash, user.email.toLowerCase())
  if (invitation === undefined) throw new AppError(organizationProblems.invalid_invitation)
  const organizationId = invitation.organization_id
  // Locked, so that concurrently accepted invitations are counted one after the other.
  const organization = await lockOrganization(tx, organizationId)
  if (organization === undefined || organization.deletion_due_at !== null)
    throw new AppError(organizationProblems.invalid_invitation)
  requireRoomForMember(organization, await countMembers(tx, organizationId))
  const membershipId = newId('mem')
  if (!(await insertMembership(tx, { id: membershipId, organizationId, userId: user.id, role: invitation.role })))
    throw new AppError(organizationProblems.already_a_member)
  const { email } = user
  await notifyJoined(tx, organizationId, { id: membershipId, name: null, email, role: invitation.role })
  await recordUserAudit(tx, organizationId, {
    user,
    context,
    action: 'member.joined',
    targetKind: 'membership',
    targetId: membershipId,
    detail: { role: invitation.role },
  })
}

async function changeRole(tx: Tx, actor: Actor, change: { id: Id<'mem'>; role: Role }): Promise<Member> {
  await lockOrganization(tx, actor.organizationId)
  const member = await findMember(tx, actor.organizationId, change.id)
  if (member === undefined) throw notFound()
  requireVersion(actor, member.version)
  if (!canGrant(actor.permissions, change.role) || !canGrant(actor.permissions, member.role))
    throw new AppError(organizationProblems.role_above_own)
  if (member.role === 'owner' && change.role !== 'owner') await requireAnotherOwner(tx, actor)
  const isLower = roles.indexOf(change.role) < roles.indexOf(member.role)
  await updateMemberRole(tx, actor.organizationId, { ...change, userId: member.user_id, isLower })
  await notifyRoleChanged(tx, actor, { ...member, role: change.role, previousRole: member.role })
  await recordAudit(tx, actor, {
    action: 'member.role_changed',
    targetKind: 'membership',
    targetId: member.id,
    detail: { from: member.role, to: change.role },
  })
  const updated = await findMember(tx, actor.organizationId, change.id)
  if (updated === undefined) throw notFound()
  return toMember(updated)
}

async function removeMember(tx: Tx, actor: Actor, id: Id<'mem'>): Promise<void> {
  await lockOrganization(tx, actor.organizationId)
  const member = await findMember(tx, actor.organizationId, id)
  if (member === undefined) throw notFound()
  requireVersion(actor, member.version)
  if (!canGrant(actor.permissions, member.role)) throw new AppError(organizationProblems.role_above_own)
  if (member.role === 'owner') await requireAnotherOwner(tx, actor)
  const tokenIds = await revokeTokensOf(tx, actor.organizationId, member.user_id)
  const facts = { userId: member.user_id, role: member.role, tokenIds }
  await keepInTrash(tx, actor.organizationId, {
    kind: 'member',
    subjectId: id,
    name: member.email,
    facts,
    by: deletedBy(actor),
  })
  await announceRevocation(tx, { organizationId: actor.organizationId, userId: member.user_id })
  await notifyRemoved(tx, actor, member)
  await recordAudit(tx, actor, {
    action: 'member.removed',
    targetKind: 'membership',
    targetId: id,
    detail: { userId: member.user_id },
  })
}

async function requireAnotherOwner(tx: Tx, actor: Actor): Promise<void> {
  if ((await countOwners(tx, actor.organizationId)) < 2) throw new AppError(organizationProblems.last_owner)
}

async function invite(
  options: MembersOptions,
  actor: Actor,
  body: { email: string; role: Role },
): Promise<CreatedInvitation> {
  const { database, sealer, clock, publicUrl } = options
  if (!canGrant(actor.permissions, body.role)) throw new AppError(organizationProblems.role_above_own)
  await requireMail(options, actor, body.email)
  const { token, hash } = newToken()
  const link = toUrl(publicUrl, pageLinks.acceptInvitation(token))
  const expiresAt = after(clock, invitationLifetimeMs)
  const names = await database.tenant(actor.organizationId, (tx) => namesInInvitation(tx, actor))
  const mail = await sealMail(sealer, {
    ...invitationMail({ ...names, role: body.role, link }),
    to: body.email,
    purpose: 'invitation',
    expiresAt,
  })
  return await createOnce(database, actor, async (tx) => {
    const organization = await lockOrganization(tx, actor.organizationId)
    if (organization === undefined) throw notFound()
    if (await isMemberAddress(tx, actor.organizationId, body.email))
      throw new AppError(organizationProblems.already_a_member)
    await deleteInvitationsTo(tx, actor.organizationId, body.email)
    const open = await countOpenInvitations(tx, actor.organizationId)
    requireRoomForMember(organization, open + (await countMembers(tx, actor.organizationId)))
    const row = await insertInvitation(tx, actor.organizationId, {
      id: newId('inv'),
      email: body.email,
      role: body.role,
      tokenHash: hash,
      invitedBy: actor.userId,
      expiresAt,
    })
    await queueMail(tx, actor.organizationId, mail)
    await recordAudit(tx, actor, {
      action: 'invitation.created',
      targetKind: 'invitation',
      targetId: row.id,
      detail: { email: body.email, role: body.role },
    })
    return { ...toInvitation(row), link }
  })
}

async function namesInInvitation(tx: Tx, actor: Actor): Promise<{ inviter: string; organization: string }> {
  const organization = await findOrganization(tx, actor.organizationId)
  if (organization === undefined) throw notFound()
  const member = await findMemberByUser(tx, actor.organizationId, actor.userId)
  const inviter = member === undefined || member.name === '' ? actor.userName : `${member.name} (${actor.userName})`
  return { inviter, organization: organization.name }
}

async function requireMail({ database, mailsPerDay }: MembersOptions, actor: Actor, to: string): Promise<void> {
  const { organizationId } = actor
  const full = await consumeMailLimit(database.systemDb, {
    organizationId,
    to,
    purpose: 'invitation',
    perDay: mailsPerDay,
  })
  if (full === undefined) return
  const { limit } = full.policy
  throw new AppError(platformProblems.rate_limited, `You've reached the limit of ${limit} emails a day.`, {
    limit: full,
  })
}

function requireRoomForMember(organization: OrganizationRow, taken: number): void {
  const { members } = effectiveQuotas(organization.quotas)
  if (taken >= members)
    throw new AppError(organizationProblems.quota_exceeded, `The quota allows ${members} members and open invitations.`)
}

function toMember(row: MemberRow): Member {
  return {
    id: row.id,
    userId: row.user_id,
    email: row.email,
    name: row.name,
    role: row.role,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

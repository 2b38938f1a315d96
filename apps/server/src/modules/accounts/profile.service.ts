/** The user's own account: profile, password, sessions, and deletion with a grace period. */
import type { UserActor } from '../../platform/access/actor.ts'
import { requireVersion } from '../../platform/access/require-version.ts'
import { after, dayMs, hourMs } from '../../platform/clock/clock.ts'
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import { announceRevocation } from '../../platform/events/revocations.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { queueMail, sealMail } from '../../platform/mail/queue-mail.ts'
import { requireReachable } from '../organizations/index.ts'
import type { AccountContext } from './account-context.service.ts'
import { deletionMail, passwordChangedMail } from './account-mails.text.ts'
import { accountLimits } from './accounts.limits.ts'
import { accountProblems } from './accounts.problems.ts'
import type { SessionSummary, User } from './accounts.schemas.ts'
import { countTokensOf } from './authentication.system-repository.ts'
import { endChallenges, endResets } from './codes.system-repository.ts'
import { auditAccount } from './record-account-audit.action.ts'
import { requireStrongPassword } from './require-strong-password.policy.ts'
import { requireUser } from './require-user.query.ts'
import { requireWithin } from './require-within-limit.action.ts'
import { listSessions, revokeSessions } from './sessions.system-repository.ts'
import { toUser } from './user-profile.query.ts'
import {
  findUser,
  listDeletedWithAccount,
  lockUser,
  organizationsOnlyOwnedBy,
  saveForced,
  saveLastOrganization,
  type UserRow,
  updateUser,
} from './users.system-repository.ts'

const graceMs = 7 * dayMs

export interface ProfileService {
  get(actor: UserActor): Promise<User>
  update(actor: UserActor, change: ProfileChange, ifMatch: number | null): Promise<User>
  changePassword(actor: UserActor, body: { currentPassword: string; newPassword: string }): Promise<void>
  sessions(actor: UserActor): Promise<{ items: SessionSummary[]; nextCursor: null }>
  endSession(actor: UserActor, id: Id<'ses'>): Promise<void>
  signOut(actor: UserActor): Promise<void>
  requestDeletion(actor: UserActor, confirmation: DeletionConfirmation): Promise<User>
}

export interface ProfileChange {
  name?: string | undefined
  lastOrganizationId?: Id<'org'> | undefined
}

export interface DeletionConfirmation {
  password: string
  /** Deletes the account even when a server can't be reached. */
  force: boolean
  ifMatch: number | null
}

export function createProfileService(account: AccountContext): ProfileService {
  const { database } = account
  return {
    async get(actor) {
      return await toUser(database.systemDb, await requireUser(account, actor))
    },
    async update(actor, { name, lastOrganizationId }, ifMatch) {
      return await database.system(async (tx) => {
        const user = await lockUser(tx, actor.userId)
        if (user === undefined) throw notFound()
        requireVersion({ ifMatch }, user.version)
        if (lastOrganizationId !== undefined && !(await saveLastOrganization(tx, user.id, lastOrganizationId)))
          throw invalid('/lastOrganizationId', 'unknown', "isn't an organization you belong to")
        if (name !== undefined) await updateUser(tx, user.id, { name })
        return await toUser(tx, (await findUser(tx, user.id)) ?? user)
      })
    },
    changePassword: (actor, body) => changePassword(account, actor, body),
    async sessions(actor) {
      const rows = await listSessions(database.systemDb, actor.userId)
      const items = rows.map((row) => ({
        id: row.id,
        current: row.id === actor.sessionId,
        userAgent: row.user_agent,
        ip: row.ip,
        lastUsedAt: row.last_used_at,
        createdAt: row.created_at,
        updatedAt: row.last_used_at,
        expiresAt: row.expires_at,
      }))
      return { items, nextCursor: null }
    },
    async endSession(actor, id) {
      if (!(await endOne(account, actor, id))) throw notFound()
    },
    async signOut(actor) {
      await endOne(account, actor, actor.sessionId)
    },
    requestDeletion: (actor, confirmation) => requestDeletion(account, actor, confirmation),
  }
}

async function changePassword(
  account: AccountContext,
  actor: UserActor,
  body: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { database, hasher, sealer, clock } = account
  const user = await requirePassword(account, actor, body.currentPassword)
  requireStrongPassword(body.newPassword, [user.email, user.name], '/newPassword')
  const passwordHash = await hasher.hash(body.newPassword)
  const mail = await sealMail(sealer, {
    ...passwordChangedMail(actor, { tokens: await countTokensOf(database.systemDb, user.id) }),
    to: user.email,
    purpose: 'password_changed',
    expiresAt: after(clock, 24 * hourMs),
  })
  await database.system(async (tx) => {
    const updated = await updateUser(tx, user.id, { password_hash: passwordHash })
    await revokeSessions(tx, user.id, { except: actor.sessionId })
    await endResets(tx, user.id)
    await endChallenges(tx, user.id)
    await auditAccount(tx, updated, actor, 'password.changed')
    await queueMail(tx, null, mail)
  })
}

async function endOne(account: AccountContext, actor: UserActor, id: Id<'ses'>): Promise<boolean> {
  return await account.database.system(async (tx) => {
    if ((await revokeSessions(tx, actor.userId, { only: id })) === 0) return false
    const user = await findUser(tx, actor.userId)
    if (user !== undefined) await auditAccount(tx, user, actor, 'session.ended')
    return true
  })
}

async function requestDeletion(
  account: AccountContext,
  actor: UserActor,
  confirmation: DeletionConfirmation,
): Promise<User> {
  const { database, sealer, clock } = account
  const user = await requirePassword(account, actor, confirmation.password)
  requireVersion(confirmation, user.version)
  const dueAt = after(clock, graceMs)
  const mail = await sealMail(sealer, {
    ...deletionMail(account.publicUrl, dueAt),
    to: user.email,
    purpose: 'account_deletion',
    expiresAt: dueAt,
  })
  return await database.system(async (tx) => {
    const orphaned = await organizationsOnlyOwnedBy(tx, user.id)
    if (orphaned.length > 0)
      throw new AppError(accountProblems.account_owns_organizations, `You're the only owner of ${orphaned.join(', ')}.`)
    const { force } = confirmation
    for (const organizationId of await listDeletedWithAccount(tx, user.id)) {
      if (!force) requireReachable(await account.unreachableServers(tx, organizationId))
      await saveForced(tx, organizationId, force)
    }
    const updated = await updateUser(tx, user.id, { deletion_due_at: dueAt })
    const view = await toUser(tx, updated)
    await revokeSessions(tx, user.id)
    await announceRevocation(tx, { userId: user.id })
    await auditAccount(tx, updated, actor, 'account.deletion_requested')
    await queueMail(tx, null, mail)
    return view
  })
}

async function requirePassword(account: AccountContext, actor: UserActor, password: string): Promise<UserRow> {
  await requireWithin(account.database.systemDb, accountLimits.loginPerAccountAndAddress, `password|${actor.userId}`)
  const user = await requireUser(account, actor)
  if (!(await account.hasher.verify(password, user.password_hash)))
    throw new AppError(accountProblems.invalid_credentials, 'The current password is wrong.')
  return user
}

/**
 * Registration and email verification. Neither the response, nor its timing, nor any stored data reveals whether an
 * email address is known; only the email differs.
 */
import type { RequestContext } from '../../platform/access/actor.ts'
import { after, minuteMs } from '../../platform/clock/clock.ts'
import { inConstantTime } from '../../platform/clock/constant-time.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError, invalid } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import { consumeLimit } from '../../platform/limits/persistent-limit.ts'
import { queueMail, sealMail } from '../../platform/mail/queue-mail.ts'
import { hashToken } from '../../platform/secrets/token.ts'
import {
  acceptInvitation,
  createOwnOrganization,
  hasWaitingOrganization,
  requireInvitation,
  takeWaitingOrganization,
} from '../organizations/index.ts'
import { type AccountContext, evenQuantumMs } from './account-context.service.ts'
import { alreadyRegisteredMail, verificationMail } from './account-mails.text.ts'
import { accountLimits } from './accounts.limits.ts'
import { accountProblems } from './accounts.problems.ts'
import type { SignUp } from './accounts.schemas.ts'
import { deliveryOf } from './code-delivery.query.ts'
import { hashCode, isSameHash, newCode } from './codes.crypto.ts'
import { consumeCode, consumeSetupLink, insertCode, spendCodeTry } from './codes.system-repository.ts'
import { type OpenedSession, openSession } from './open-session.action.ts'
import { auditAccount } from './record-account-audit.action.ts'
import { requireStrongPassword } from './require-strong-password.policy.ts'
import { requireWithin } from './require-within-limit.action.ts'
import {
  emailKey,
  findUserByEmail,
  hasVerifiedUser,
  insertUser,
  lockFirstUser,
  lockUser,
  lockUserByEmail,
  type UserRow,
  updateUser,
  type Verified,
} from './users.system-repository.ts'

const codeLifetimeMs = 10 * minuteMs
/** Matches no password. The emailed code opens the account, and the reset link sets a password. */
const unusablePassword = '!'

export interface Registration {
  email: string
  password: string
  name?: string | undefined
  organizationName?: string | undefined
  setupToken?: string | undefined
  invitationToken?: string | undefined
}

export interface SignUpService {
  state(): Promise<SignUp>
  register(
    context: RequestContext,
    body: Registration,
  ): Promise<{ session: OpenedSession } | { pending: { email: string; otpExpiresAt: Date } }>
  verifyEmail(context: RequestContext, body: { email: string; code: string }): Promise<OpenedSession>
  resendCode(context: RequestContext, email: string): Promise<{ email: string; otpExpiresAt: Date }>
}

export function createSignUpService(account: AccountContext): SignUpService {
  return {
    async state() {
      const { systemDb } = account.database
      const [open, isSetUp, delivery] = await Promise.all([
        isOpen(account, systemDb),
        hasVerifiedUser(systemDb),
        deliveryOf(account),
      ])
      return { isOpen: open, needsSetup: !isSetUp, delivery }
    },
    register: (context, body) => inConstantTime(evenQuantumMs, () => register(account, context, body)),
    verifyEmail: (context, body) => inConstantTime(evenQuantumMs, () => verifyEmail(account, context, body)),
    resendCode: (context, email) => inConstantTime(evenQuantumMs, () => resendCode(account, context, email)),
  }
}

async function register(account: AccountContext, context: RequestContext, body: Registration) {
  const { systemDb } = account.database
  await requireWithin(systemDb, accountLimits.registerPerAddress, addressKey(context.ip))
  requireStrongPassword(body.password, [body.email, body.name ?? ''])
  if (opensByLink(account, body)) return { session: await registerByLink(account, context, body) }
  await requireOpen(account, systemDb)
  const known = await findUserByEmail(systemDb, body.email)
  // Both paths compute one slow hash, so they take equally long. When two people register the same address at once, the
  // second counts as a different person.
  const register =
    known === undefined
      ? { passwordHash: await account.hasher.hash(body.password), samePassword: false }
      : {
          passwordHash: unusablePassword,
          samePassword: await account.hasher.verify(body.password, known.password_hash),
        }
  const { email, name = '', organizationName } = body
  return { pending: await issueCode(account, context, { email, register: { ...register, name, organizationName } }) }
}

/**
 * The operator creates setup links, and where sign-up isn't open, someone whom the operator admitted sends the
 * invitations, so the email address needs no verification. Where anyone can create an organization, anyone can invite
 * any address. The invitation then proves nothing: the code comes by email, and the invitation is accepted afterwards.
 */
function opensByLink(account: AccountContext, body: Registration): boolean {
  return body.setupToken !== undefined || (body.invitationToken !== undefined && account.signUpMode !== 'open')
}

async function registerByLink(
  account: AccountContext,
  context: RequestContext,
  body: Registration,
): Promise<OpenedSession> {
  const passwordHash = await account.hasher.hash(body.password)
  return await account.database.system(async (tx) => {
    const viaSetup = body.setupToken !== undefined
    if (viaSetup && !(await consumeSetupLink(tx, hashToken(body.setupToken ?? ''))))
      throw invalid('/setupToken', 'invalid', 'is already used or has expired')
    if (!viaSetup) await requireInvitation(tx, hashToken(body.invitationToken ?? ''), body.email)
    const verified: Verified = { at: account.clock.now(), by: viaSetup ? 'setup_link' : 'invitation' }
    const values = { email: body.email, name: body.name ?? '', passwordHash, verified }
    const user = await insertOrReplaceUnverified(tx, values)
    if (user === undefined)
      throw new AppError(platformProblems.conflict, 'This email address already has an account.', {
        hint: 'Sign in with it instead.',
      })
    if (viaSetup) await giveOrganization(tx, user, body.organizationName)
    else await acceptInvitation(tx, { tokenHash: hashToken(body.invitationToken ?? ''), user, context })
    await auditAccount(tx, user, context, 'account.created')
    return await openSession(tx, account, user, { context, device: null })
  })
}

/** The holder of a setup link gets the organization that waits for its owner, or else a new one. */
async function giveOrganization(tx: Tx, user: UserRow, chosenName: string | undefined): Promise<void> {
  const owner = { userId: user.id, name: chosenName ?? (user.name || user.email) }
  if (!(await takeWaitingOrganization(tx, owner))) await createOwnOrganization(tx, owner)
}

async function insertOrReplaceUnverified(
  tx: Tx,
  values: { email: string; name: string; passwordHash: string; verified: Verified },
): Promise<UserRow | undefined> {
  const inserted = await insertUser(tx, { id: newId('usr'), ...values })
  if (inserted !== undefined) return inserted
  const known = await findUserByEmail(tx, values.email)
  if (known === undefined || known.email_verified_at !== null) return undefined
  return await updateUser(tx, known.id, {
    name: values.name,
    password_hash: values.passwordHash,
    email_verified_at: values.verified.at,
    email_proved_by: values.verified.by,
  })
}

interface CodeRequest {
  email: string
  register?: {
    name: string
    organizationName: string | undefined
    passwordHash: string
    samePassword: boolean
  }
}

/** Runs the same queries, hashing, and sealing for known, unknown, and half-registered addresses. */
export async function issueCode(
  account: AccountContext,
  context: RequestContext,
  request: CodeRequest,
): Promise<{ email: string; otpExpiresAt: Date }> {
  const { database, sealer, clock, publicUrl } = account
  const otpExpiresAt = after(clock, codeLifetimeMs)
  const code = newCode()
  const id = newId('msg')
  const codeHash = hashCode(account.master, id, code)
  const [verification, notice] = await Promise.all([
    sealMail(sealer, {
      ...verificationMail(code, context),
      to: request.email,
      purpose: 'verify_email',
      expiresAt: otpExpiresAt,
    }),
    sealMail(sealer, {
      ...alreadyRegisteredMail(publicUrl, context),
      to: request.email,
      purpose: 'already_registered',
      expiresAt: otpExpiresAt,
    }),
  ])
  const allowed = await mayIssueCode(account, request.email)
  await database.system(async (tx) => {
    const user = await pendingUser(tx, request)
    if (user === undefined || !allowed) return
    if (user.email_verified_at === null) {
      await insertCode(tx, { id, userId: user.id, codeHash, expiresAt: otpExpiresAt })
      await queueMail(tx, null, { ...verification, to: user.email })
    } else if (request.register !== undefined) await queueMail(tx, null, { ...notice, to: user.email })
  })
  return { email: request.email, otpExpiresAt }
}

async function mayIssueCode(account: AccountContext, email: string): Promise<boolean> {
  const { systemDb } = account.database
  const hourly = await consumeLimit(systemDb, accountLimits.codesPerHour, emailKey(email))
  // An attempt that the hourly limit rejects doesn't count toward the daily limit.
  return hourly.allowed && (await consumeLimit(systemDb, accountLimits.codesPerDay, emailKey(email))).allowed
}

async function pendingUser(tx: Tx, request: CodeRequest): Promise<UserRow | undefined> {
  const { register } = request
  if (register === undefined) return await lockUserByEmail(tx, request.email)
  const inserted = await insertUser(tx, {
    id: newId('usr'),
    email: request.email,
    name: register.name,
    organizationName: register.organizationName,
    passwordHash: register.passwordHash,
    verified: null,
  })
  if (inserted !== undefined) return inserted
  const known = await lockUserByEmail(tx, request.email)
  // Someone registered this unverified address twice with different passwords. The owner of the mailbox is unknown, so
  // neither password counts.
  if (known !== undefined && known.email_verified_at === null && !register.samePassword) {
    return await updateUser(tx, known.id, { password_hash: unusablePassword, organization_name: null })
  }
  return known
}

async function verifyEmail(
  account: AccountContext,
  context: RequestContext,
  body: { email: string; code: string },
): Promise<OpenedSession> {
  const { database, clock } = account
  await requireWithin(database.systemDb, accountLimits.codeTriesPerAddress, addressKey(context.ip))
  const user = await findUserByEmail(database.systemDb, body.email)
  const attempt = await spendCodeTry(database.systemDb, user?.id ?? newId('usr'))
  const isRight = isSameHash(hashCode(account.master, attempt?.id ?? '', body.code), attempt?.codeHash ?? '')
  if (!isRight || user === undefined || attempt === undefined) throw new AppError(accountProblems.invalid_code)
  return await database.system(async (tx) => {
    if (!(await consumeCode(tx, attempt.id))) throw new AppError(accountProblems.invalid_code)
    await lockFirstUser(tx)
    await requireOpen(account, tx)
    // A link can have opened the account while the code was on its way.
    if ((await lockUser(tx, user.id))?.email_verified_at !== null) throw new AppError(accountProblems.invalid_code)
    const verified = await updateUser(tx, user.id, { email_verified_at: clock.now(), email_proved_by: 'mail' })
    const name = verified.organization_name ?? (user.name || user.email)
    await createOwnOrganization(tx, { userId: user.id, name })
    await auditAccount(tx, verified, context, 'account.created')
    return await openSession(tx, account, verified, { context, device: null })
  })
}

async function resendCode(account: AccountContext, context: RequestContext, email: string) {
  await requireWithin(account.database.systemDb, accountLimits.forgotPerAddress, addressKey(context.ip))
  return await issueCode(account, context, { email })
}

type Db = Parameters<typeof hasVerifiedUser>[0]

async function requireOpen(account: AccountContext, db: Db): Promise<void> {
  if (!(await isOpen(account, db))) throw new AppError(accountProblems.sign_up_closed)
}

/**
 * While an organization waits for its owner, the first account requires a setup link, because that organization
 * contains the server itself.
 */
async function isOpen({ signUpMode }: AccountContext, db: Db): Promise<boolean> {
  if (signUpMode !== 'first-user') return signUpMode === 'open'
  return !(await hasVerifiedUser(db)) && !(await hasWaitingOrganization(db))
}

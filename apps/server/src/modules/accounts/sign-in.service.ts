import type { RequestContext } from '../../platform/access/actor.ts'
import { after, minuteMs } from '../../platform/clock/clock.ts'
import { inConstantTime } from '../../platform/clock/constant-time.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import { resetLimit } from '../../platform/limits/persistent-limit.ts'
import { queueMail, sealMail } from '../../platform/mail/queue-mail.ts'
import { hashToken, newToken } from '../../platform/secrets/token.ts'
import { type AccountContext, evenQuantumMs } from './account-context.service.ts'
import { newSignInMail } from './account-mails.text.ts'
import { accountLimits } from './accounts.limits.ts'
import { accountProblems } from './accounts.problems.ts'
import { consumeChallenge, insertChallenge, spendChallengeTry } from './codes.system-repository.ts'
import { acceptSecondFactor } from './mfa.service.ts'
import { type OpenedSession, openSession } from './open-session.action.ts'
import { operatorPrints } from './operator-commands.text.ts'
import { auditAccount } from './record-account-audit.action.ts'
import { type RefreshRequest, refreshSession } from './refresh-session.service.ts'
import { requireWithin } from './require-within-limit.action.ts'
import { findKnownDevice } from './sessions.system-repository.ts'
import { issueCode } from './sign-up.service.ts'
import {
  countFailedLogin,
  emailKey,
  findUser,
  findUserByEmail,
  type UserRow,
  updateUser,
} from './users.system-repository.ts'

const challengeLifetimeMs = 5 * minuteMs
/** After this many wrong passwords in a row, only known devices and the reset link work. */
const maxConsecutiveFailures = 100

export interface SignInService {
  signIn(
    context: RequestContext,
    body: { email: string; password: string; deviceToken: string | null },
  ): Promise<OpenedSession>
  verifySecondFactor(
    context: RequestContext,
    body: { mfaToken: string; code: string; deviceToken: string | null },
  ): Promise<OpenedSession>
  refresh(context: RequestContext, body: RefreshRequest): Promise<OpenedSession>
}

export function createSignInService(account: AccountContext): SignInService {
  return {
    signIn: (context, body) => inConstantTime(evenQuantumMs, () => signIn(account, context, body)),
    verifySecondFactor: (context, body) =>
      inConstantTime(evenQuantumMs, () => verifySecondFactor(account, context, body)),
    refresh: (context, body) => refreshSession(account, context, body),
  }
}

async function signIn(
  account: AccountContext,
  context: RequestContext,
  body: { email: string; password: string; deviceToken: string | null },
): Promise<OpenedSession> {
  const { systemDb } = account.database
  const subject = `${emailKey(body.email)}|${addressKey(context.ip)}`
  await requireWithin(systemDb, accountLimits.loginPerAddress, addressKey(context.ip))
  await requireWithin(systemDb, accountLimits.loginPerAccountAndAddress, subject)
  const user = await findUserByEmail(systemDb, body.email)
  const device = user === undefined ? null : await findKnownDevice(systemDb, body.deviceToken, user.id)
  const isStopped = user !== undefined && user.failed_logins >= maxConsecutiveFailures && device === null
  const isRight = await account.hasher.verify(body.password, isStopped ? null : (user?.password_hash ?? null))
  if (user === undefined || !isRight) {
    if (user !== undefined) await countFailedLogin(systemDb, user.id)
    throw new AppError(accountProblems.invalid_credentials)
  }
  await resetLimit(systemDb, accountLimits.loginPerAccountAndAddress, subject)
  if (user.email_verified_at === null) {
    await issueCode(account, context, { email: user.email })
    if (await account.sendsMail()) throw new AppError(accountProblems.email_not_verified)
    const detail = "The password is correct, but the email address isn't verified yet."
    throw new AppError(accountProblems.email_not_verified, detail, { hint: operatorPrints.code })
  }
  if (user.mfa_enabled_at !== null) throw await secondFactorNeeded(account, user)
  return await completeSignIn(account, context, { user: await rehashed(account, user, body.password), device })
}

/** Rehashes a password that was hashed with older, weaker parameters while the password is available. */
async function rehashed(account: AccountContext, user: UserRow, password: string): Promise<UserRow> {
  if (!account.hasher.isOutdated(user.password_hash)) return user
  const passwordHash = await account.hasher.hash(password)
  return await updateUser(account.database.systemDb, user.id, { password_hash: passwordHash })
}

async function secondFactorNeeded(account: AccountContext, user: UserRow): Promise<AppError> {
  const challenge = newToken()
  await insertChallenge(account.database.systemDb, {
    hash: challenge.hash,
    userId: user.id,
    expiresAt: after(account.clock, challengeLifetimeMs),
  })
  return new AppError(accountProblems.mfa_required, undefined, { extra: { mfaToken: challenge.token } })
}

async function verifySecondFactor(
  account: AccountContext,
  context: RequestContext,
  body: { mfaToken: string; code: string; deviceToken: string | null },
): Promise<OpenedSession> {
  const { database } = account
  await requireWithin(database.systemDb, accountLimits.codeTriesPerAddress, addressKey(context.ip))
  const hash = hashToken(body.mfaToken)
  const userId = await spendChallengeTry(database.systemDb, hash)
  const user = userId === undefined ? undefined : await findUser(database.systemDb, userId)
  if (user === undefined) throw new AppError(accountProblems.invalid_code)
  const device = await findKnownDevice(database.systemDb, body.deviceToken, user.id)
  // Known devices are exempt, so someone who stole the password can't lock the owner out by guessing.
  if (device === null) await requireWithin(database.systemDb, accountLimits.secondFactorPerAccount, user.id)
  if (!(await acceptSecondFactor(account, database.systemDb, user, body.code)))
    throw new AppError(accountProblems.invalid_code)
  if (!(await consumeChallenge(database.systemDb, hash))) throw new AppError(accountProblems.invalid_code)
  await resetLimit(database.systemDb, accountLimits.secondFactorPerAccount, user.id)
  return await completeSignIn(account, context, { user, device })
}

async function completeSignIn(
  account: AccountContext,
  context: RequestContext,
  options: { user: UserRow; device: Buffer | null },
): Promise<OpenedSession> {
  const { database, sealer, clock } = account
  const { device } = options
  const mail = await sealMail(sealer, {
    ...newSignInMail(context),
    to: options.user.email,
    purpose: 'new_sign_in',
    expiresAt: after(clock, 60 * minuteMs),
  })
  return await database.system(async (tx) => {
    // Signing in during the grace period cancels the deletion of the account.
    const user =
      options.user.deletion_due_at === null
        ? options.user
        : await updateUser(tx, options.user.id, { deletion_due_at: null })
    const session = await openSession(tx, account, user, { context, device })
    await auditAccount(tx, user, context, 'session.created')
    if (device === null) await queueMail(tx, null, mail)
    return session
  })
}

/** Sign-in, second factor, refresh and sign-out. */
import type { RequestContext } from '../../platform/access/actor.ts'
import { after, minuteMs, secondMs } from '../../platform/clock/clock.ts'
import { inEvenTime } from '../../platform/clock/even-time.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import { resetLimit } from '../../platform/limits/persistent-limit.ts'
import { queueMail, sealMail } from '../../platform/mail/queue-mail.ts'
import { hashToken, newToken } from '../../platform/secrets/token.ts'
import { auditAccount } from './account-audit.ts'
import { type AccountContext, evenQuantumMs } from './account-context.ts'
import { accountLimits, requireWithin } from './account-limits.ts'
import { newSignInMail } from './account-mails.ts'
import { accountProblems } from './accounts.problems.ts'
import { consumeChallenge, insertChallenge, spendChallengeTry } from './codes.system-repository.ts'
import { operatorPrints } from './delivery.ts'
import { acceptSecondFactor } from './mfa.service.ts'
import { type OpenedSession, openSession, sessionLifetimeMs } from './open-session.ts'
import {
  insertRefreshToken,
  isKnownDevice,
  lockRefreshToken,
  markRefreshTokenUsed,
  revokeSessions,
} from './sessions.system-repository.ts'
import { issueCode } from './sign-up.service.ts'
import { toUser } from './to-user.ts'
import {
  countFailedLogin,
  emailKey,
  findUser,
  findUserByEmail,
  type UserRow,
  updateUser,
} from './users.system-repository.ts'

const challengeLifetimeMs = 5 * minuteMs
/** After so many wrong passwords in a row only known devices and the reset link get further. */
const maxConsecutiveFailures = 100
/** Two tabs may refresh at once; the second is told so instead of ending the session as a thief's would. */
const refreshGraceMs = 10 * secondMs

export interface SignInService {
  signIn(
    context: RequestContext,
    body: { email: string; password: string; deviceToken: string | null },
  ): Promise<OpenedSession>
  verifySecondFactor(
    context: RequestContext,
    body: { mfaToken: string; code: string; deviceToken: string | null },
  ): Promise<OpenedSession>
  refresh(context: RequestContext, refreshToken: string): Promise<OpenedSession>
}

export function createSignInService(account: AccountContext): SignInService {
  return {
    signIn: (context, body) => inEvenTime(evenQuantumMs, () => signIn(account, context, body)),
    verifySecondFactor: (context, body) => inEvenTime(evenQuantumMs, () => verifySecondFactor(account, context, body)),
    refresh: (context, refreshToken) => refresh(account, context, refreshToken),
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
  const deviceKnown =
    user !== undefined &&
    body.deviceToken !== null &&
    (await isKnownDevice(systemDb, hashToken(body.deviceToken), user.id))
  const isStopped = user !== undefined && user.failed_logins >= maxConsecutiveFailures && !deviceKnown
  const isRight = await account.hasher.verify(body.password, isStopped ? null : (user?.password_hash ?? null))
  if (user === undefined || !isRight) {
    if (user !== undefined) await countFailedLogin(systemDb, user.id)
    throw new AppError(accountProblems.invalid_credentials)
  }
  await resetLimit(systemDb, accountLimits.loginPerAccountAndAddress, subject)
  if (user.email_verified_at === null) {
    await issueCode(account, context, { email: user.email })
    if (await account.sendsMail()) throw new AppError(accountProblems.email_not_verified)
    const detail = 'The password is right, but the email address is not verified yet.'
    throw new AppError(accountProblems.email_not_verified, detail, { hint: operatorPrints.code })
  }
  if (user.mfa_enabled_at !== null) throw await secondFactorNeeded(account, user)
  return await completeSignIn(account, context, { user: await rehashed(account, user, body.password), deviceKnown })
}

/** Hashes made with older, weaker parameters are renewed while the password is at hand. */
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
  const deviceKnown =
    body.deviceToken !== null && (await isKnownDevice(database.systemDb, hashToken(body.deviceToken), user.id))
  // A known device is spared: who stole the password cannot keep the owner out by guessing.
  if (!deviceKnown) await requireWithin(database.systemDb, accountLimits.secondFactorPerAccount, user.id)
  if (!(await acceptSecondFactor(account, database.systemDb, user, body.code)))
    throw new AppError(accountProblems.invalid_code)
  if (!(await consumeChallenge(database.systemDb, hash))) throw new AppError(accountProblems.invalid_code)
  await resetLimit(database.systemDb, accountLimits.secondFactorPerAccount, user.id)
  return await completeSignIn(account, context, { user, deviceKnown })
}

async function completeSignIn(
  account: AccountContext,
  context: RequestContext,
  options: { user: UserRow; deviceKnown: boolean },
): Promise<OpenedSession> {
  const { database, sealer, clock } = account
  const { deviceKnown } = options
  const mail = await sealMail(sealer, {
    ...newSignInMail(context),
    to: options.user.email,
    purpose: 'new_sign_in',
    expiresAt: after(clock, 60 * minuteMs),
  })
  return await database.system(async (tx) => {
    // Signing in during the grace period keeps the account.
    const user =
      options.user.deletion_due_at === null
        ? options.user
        : await updateUser(tx, options.user.id, { deletion_due_at: null })
    const session = await openSession(tx, account, user, { context, deviceKnown })
    await auditAccount(tx, user, context, 'session.created')
    if (!deviceKnown) await queueMail(tx, null, mail)
    return session
  })
}

async function refresh(account: AccountContext, context: RequestContext, refreshToken: string): Promise<OpenedSession> {
  const { database, clock } = account
  await requireWithin(database.systemDb, accountLimits.tokensPerAddress, addressKey(context.ip))
  const hash = hashToken(refreshToken)
  const outcome = await database.system(async (tx) => {
    const known = await lockRefreshToken(tx, hash)
    const user = known?.usable === true ? await findUser(tx, known.userId) : undefined
    if (known === undefined || user === undefined) return 'invalid'
    if (known.usedAt !== null) {
      if (clock.now().getTime() - known.usedAt.getTime() < refreshGraceMs) return 'in progress'
      // Somebody else holds a copy of this token: whoever it is, the session ends for both.
      await revokeSessions(tx, known.userId, { only: known.sessionId })
      await auditAccount(tx, user, context, 'session.token_reused')
      return 'invalid'
    }
    await markRefreshTokenUsed(tx, hash, known.sessionId)
    const next = newToken()
    await insertRefreshToken(tx, {
      hash: next.hash,
      sessionId: known.sessionId,
      expiresAt: after(clock, sessionLifetimeMs),
    })
    const access = await account.accessTokens.issue(user.id, known.sessionId)
    return {
      ...access,
      tokenType: 'Bearer' as const,
      refreshToken: next.token,
      deviceToken: null,
      user: await toUser(tx, user),
    }
  })
  if (outcome === 'in progress') throw new AppError(accountProblems.refresh_in_progress)
  if (outcome === 'invalid') throw new AppError(accountProblems.invalid_refresh_token)
  return outcome
}

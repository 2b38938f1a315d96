/**
 * Reset links contain 256 random bits, are stored hashed, work once within 30 minutes, go only to the stored email
 * address, and end every session.
 */
import type { RequestContext } from '../../platform/access/actor.ts'
import { after, hourMs, minuteMs } from '../../platform/clock/clock.ts'
import { inConstantTime } from '../../platform/clock/constant-time.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import { queueMail, sealMail } from '../../platform/mail/queue-mail.ts'
import { hashToken, newToken } from '../../platform/secrets/token.ts'
import { type AccountContext, evenQuantumMs } from './account-context.service.ts'
import { passwordChangedMail, resetMail } from './account-mails.text.ts'
import { accountLimits } from './accounts.limits.ts'
import { accountProblems } from './accounts.problems.ts'
import { countTokensOf } from './authentication.system-repository.ts'
import { type Delivery, deliveryOf } from './code-delivery.query.ts'
import {
  consumeReset,
  endChallenges,
  endResets,
  findReset,
  insertReset,
  isOperatorReset,
} from './codes.system-repository.ts'
import { operatorPrints } from './operator-commands.text.ts'
import { auditAccount } from './record-account-audit.action.ts'
import { requireStrongPassword } from './require-strong-password.policy.ts'
import { requireWithin } from './require-within-limit.action.ts'
import { forgetDevices, revokeSessions } from './sessions.system-repository.ts'
import { emailKey, findUser, findUserByEmail, updateUser } from './users.system-repository.ts'

const linkLifetimeMs = 30 * minuteMs
const linkIsSent = "If this email address has an account, we sent it a link. It's valid for 30 minutes."

export interface ResetPasswordService {
  /** Says how the link is delivered. The response is the same for every email address. */
  request(context: RequestContext, email: string): Promise<{ delivery: Delivery; message: string }>
  complete(context: RequestContext, body: { token: string; password: string }): Promise<void>
}

export function createResetPasswordService(account: AccountContext): ResetPasswordService {
  return {
    request: (context, email) =>
      inConstantTime(evenQuantumMs, async () => {
        await requestReset(account, context, email)
        const delivery = await deliveryOf(account)
        return { delivery, message: delivery === 'email' ? linkIsSent : operatorPrints.link }
      }),
    complete: (context, body) => completeReset(account, context, body),
  }
}

async function requestReset(account: AccountContext, context: RequestContext, email: string): Promise<void> {
  const { database, sealer, clock, publicUrl } = account
  await requireWithin(database.systemDb, accountLimits.forgotPerAddress, addressKey(context.ip))
  await requireWithin(database.systemDb, accountLimits.forgotPerAccount, emailKey(email))
  const reset = newToken()
  const expiresAt = after(clock, linkLifetimeMs)
  const mail = await sealMail(sealer, {
    ...resetMail(publicUrl, reset.token),
    to: email,
    purpose: 'reset_password',
    expiresAt,
  })
  await database.system(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user === undefined || user.email_verified_at === null) return
    await insertReset(tx, { hash: reset.hash, userId: user.id, expiresAt })
    await queueMail(tx, null, { ...mail, to: user.email })
  })
}

async function completeReset(
  account: AccountContext,
  context: RequestContext,
  body: { token: string; password: string },
): Promise<void> {
  const { database, hasher, sealer, clock } = account
  await requireWithin(database.systemDb, accountLimits.tokensPerAddress, addressKey(context.ip))
  const hash = hashToken(body.token)
  const userId = await findReset(database.systemDb, hash)
  const user = userId === undefined ? undefined : await findUser(database.systemDb, userId)
  if (user === undefined) throw new AppError(accountProblems.invalid_reset_token)
  // Checked before the link is used up, so a rejected password doesn't cost a new link.
  requireStrongPassword(body.password, [user.email, user.name])
  const passwordHash = await hasher.hash(body.password)
  const mail = await sealMail(sealer, {
    ...passwordChangedMail(context, { tokens: await countTokensOf(database.systemDb, user.id) }),
    to: user.email,
    purpose: 'password_changed',
    expiresAt: after(clock, 24 * hourMs),
  })
  await database.system(async (tx) => {
    if ((await consumeReset(tx, hash)) === undefined) throw new AppError(accountProblems.invalid_reset_token)
    // A link that arrived by email shows that the person receives mail at this address.
    const proof = (await isOperatorReset(tx, hash)) ? {} : ({ email_proved_by: 'mail' } as const)
    const updated = await updateUser(tx, user.id, { password_hash: passwordHash, failed_logins: 0, ...proof })
    await endResets(tx, user.id)
    await endChallenges(tx, user.id)
    await forgetDevices(tx, user.id)
    await revokeSessions(tx, user.id)
    await auditAccount(tx, updated, context, 'password.reset')
    await queueMail(tx, null, mail)
  })
}

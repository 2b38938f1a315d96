/**
 * Two-factor sign-in with TOTP. The shared secret is derived from the instance's key, the account, and a generation. It
 * is never stored, and every setup creates a new one.
 */
import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { TOTP, Secret as TotpSecret } from 'otpauth'
import type { UserActor } from '../../platform/access/actor.ts'
import { after, hourMs } from '../../platform/clock/clock.ts'
import type { DB } from '../../platform/database/schema.generated.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { queueMail, sealMail } from '../../platform/mail/queue-mail.ts'
import { deriveKey } from '../../platform/secrets/derive.ts'
import type { AccountContext } from './account-context.service.ts'
import { mfaChangedMail } from './account-mails.text.ts'
import { accountLimits } from './accounts.limits.ts'
import { accountProblems } from './accounts.problems.ts'
import { newRecoveryCode } from './codes.crypto.ts'
import { consumeRecoveryCode, replaceRecoveryCodes } from './codes.system-repository.ts'
import { requireRecentSignIn } from './recent-sign-in.policy.ts'
import { auditAccount } from './record-account-audit.action.ts'
import { requireUser } from './require-user.query.ts'
import { requireWithin } from './require-within-limit.action.ts'
import { lockUser, nextMfaGeneration, type UserRow, updateUser, useMfaStep } from './users.system-repository.ts'

const periodSeconds = 30
const recoveryCodeCount = 10

export interface MfaService {
  start(actor: UserActor): Promise<{ secret: string; otpauthUrl: string }>
  confirm(actor: UserActor, code: string): Promise<{ recoveryCodes: string[] }>
  disable(actor: UserActor, code: string): Promise<void>
}

export function createMfaService(account: AccountContext): MfaService {
  const { database, clock, sealer } = account
  const changed = async (user: UserRow, enabled: boolean) =>
    await sealMail(sealer, {
      ...mfaChangedMail(enabled),
      to: user.email,
      purpose: 'mfa_changed',
      expiresAt: after(clock, 24 * hourMs),
    })
  return {
    async start(actor) {
      requireRecentSignIn(account.clock, actor)
      // Every start creates a new secret, so a secret that was shown earlier can never be enabled later.
      const user = await nextMfaGeneration(database.systemDb, actor.userId)
      if (user === undefined) throw new AppError(accountProblems.mfa_already_enabled)
      const totp = totpOf(account, user)
      return { secret: totp.secret.base32, otpauthUrl: totp.toString() }
    },
    async confirm(actor, code) {
      requireRecentSignIn(account.clock, actor)
      const user = await requireUser(account, actor)
      await requireWithin(database.systemDb, accountLimits.loginPerAccountAndAddress, `mfa|${user.id}`)
      if (user.mfa_enabled_at !== null) throw new AppError(accountProblems.mfa_already_enabled)
      const step = acceptedStep(account, user, code)
      if (step === undefined) throw new AppError(accountProblems.invalid_code)
      const recoveryCodes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
      const mail = await changed(user, true)
      await database.system(async (tx) => {
        // When two requests confirm at the same time, only one returns recovery codes.
        const current = await lockUser(tx, user.id)
        if (current === undefined || current.mfa_enabled_at !== null || current.mfa_generation !== user.mfa_generation)
          throw new AppError(accountProblems.mfa_already_enabled)
        const updated = await updateUser(tx, user.id, { mfa_enabled_at: clock.now(), mfa_last_step: step })
        await replaceRecoveryCodes(
          tx,
          user.id,
          recoveryCodes.map((each) => hashRecoveryCode(account, user, each)),
        )
        await auditAccount(tx, updated, actor, 'mfa.enabled')
        await queueMail(tx, null, mail)
      })
      return { recoveryCodes }
    },
    async disable(actor, code) {
      requireRecentSignIn(account.clock, actor)
      const user = await requireUser(account, actor)
      if (user.mfa_enabled_at === null) throw new AppError(accountProblems.mfa_not_enabled)
      await requireWithin(database.systemDb, accountLimits.loginPerAccountAndAddress, `mfa|${user.id}`)
      // This shares the daily limit with sign-in, so a stolen session doesn't allow more guesses.
      await requireWithin(database.systemDb, accountLimits.secondFactorPerAccount, user.id)
      if (!(await acceptSecondFactor(account, database.systemDb, user, code)))
        throw new AppError(accountProblems.invalid_code)
      const mail = await changed(user, false)
      await database.system(async (tx) => {
        const updated = await updateUser(tx, user.id, { mfa_enabled_at: null })
        await replaceRecoveryCodes(tx, user.id, [])
        await auditAccount(tx, updated, actor, 'mfa.disabled')
        await queueMail(tx, null, mail)
      })
    },
  }
}

/** Accepts an authenticator code, each at most once, or a recovery code. */
export async function acceptSecondFactor(
  account: AccountContext,
  db: Kysely<DB>,
  user: UserRow,
  code: string,
): Promise<boolean> {
  if (code.includes('-')) return await consumeRecoveryCode(db, user.id, hashRecoveryCode(account, user, code))
  const step = acceptedStep(account, user, code)
  if (step === undefined) return false
  return await useMfaStep(db, user.id, step)
}

function acceptedStep(account: AccountContext, user: UserRow, code: string): number | undefined {
  const timestamp = account.clock.now().getTime()
  const delta = totpOf(account, user).validate({ token: code, window: 1, timestamp })
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / periodSeconds) + delta
}

/** Recovery codes are short enough to guess from a plain hash, so the hash is keyed with the instance's key. */
function hashRecoveryCode(account: AccountContext, user: UserRow, code: string): Buffer {
  const key = deriveKey(account.master, 'recovery-code', user.id, user.mfa_generation)
  return createHmac('sha256', key).update(code).digest()
}

function totpOf(account: AccountContext, user: UserRow): TOTP {
  const secret = deriveKey(account.master, 'totp', user.id, user.mfa_generation, 20)
  return new TOTP({
    issuer: 'Longshore',
    label: user.email,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: new TotpSecret({ buffer: new Uint8Array(secret).buffer }),
  })
}

/**
 * Exchanges a refresh token for its successor.
 *
 * A browser that loses the response because the page was reloaded still has the old token. For a few seconds it gets
 * the same successor again. The server derives the successor from the old token, so it stores nothing that could be
 * stolen. A thief who copied the token can't use the repetition: it needs the device cookie of the session, it doesn't
 * extend the window, and it stops once the successor was used. Any other use of an exchanged token ends the session.
 */
import type { RequestContext } from '../../platform/access/actor.ts'
import { after, secondMs } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import { deriveKey } from '../../platform/secrets/derive.ts'
import type { Secret } from '../../platform/secrets/secret.ts'
import { hashToken } from '../../platform/secrets/token.ts'
import type { AccountContext } from './account-context.service.ts'
import { accountLimits } from './accounts.limits.ts'
import { accountProblems } from './accounts.problems.ts'
import { type OpenedSession, sessionLifetimeMs } from './open-session.action.ts'
import { auditAccount } from './record-account-audit.action.ts'
import { requireWithin } from './require-within-limit.action.ts'
import {
  findRefreshToken,
  insertRefreshToken,
  isUnusedRefreshToken,
  lockRefreshToken,
  markRefreshTokenUsed,
  type RefreshTokenRow,
  revokeSessions,
} from './sessions.system-repository.ts'
import { toUser } from './user-profile.query.ts'
import { findUser } from './users.system-repository.ts'

/** Within this time, a second use of a token means a lost response or two tabs. Later, it means theft. */
const refreshGraceMs = 10 * secondMs

export interface RefreshRequest {
  refreshToken: string
  /** Value of the device cookie, which only browsers have. */
  deviceToken: string | null
}

export async function refreshSession(
  account: AccountContext,
  context: RequestContext,
  { refreshToken, deviceToken }: RefreshRequest,
): Promise<OpenedSession> {
  const { database, clock, master } = account
  await requireWithin(database.systemDb, accountLimits.tokensPerAddress, addressKey(context.ip))
  const hash = hashToken(refreshToken)
  const successor = successorOf(master, refreshToken)
  const outcome = await database.system(async (tx) => {
    const known = await lockRefreshToken(tx, hash)
    const user = known?.usable === true ? await findUser(tx, known.userId) : undefined
    if (known === undefined || user === undefined) return 'invalid'
    if (known.usedAt === null) {
      await markRefreshTokenUsed(tx, hash, known.sessionId)
      const expiresAt = after(clock, sessionLifetimeMs)
      await insertRefreshToken(tx, { hash: hashToken(successor), sessionId: known.sessionId, expiresAt })
    } else if (clock.now().getTime() - known.usedAt.getTime() >= refreshGraceMs) {
      // Someone else has a copy of this token. The session ends for both.
      await revokeSessions(tx, known.userId, { only: known.sessionId })
      await auditAccount(tx, user, context, 'session.token_reused')
      return 'invalid'
    } else if (!(await canRepeat(tx, known, { successor, deviceToken }))) return 'in progress'
    const access = await account.accessTokens.issue(user.id, known.sessionId)
    return {
      ...access,
      tokenType: 'Bearer' as const,
      refreshToken: successor,
      deviceToken: null,
      user: await toUser(tx, user),
    }
  })
  if (outcome === 'in progress') throw new AppError(accountProblems.refresh_in_progress)
  if (outcome === 'invalid') throw new AppError(accountProblems.invalid_refresh_token)
  return outcome
}

/** Checks whether the token belongs to a session that it could refresh, without exchanging it. */
export async function isSessionOpen({ database, clock }: AccountContext, refreshToken: string): Promise<boolean> {
  const known = await findRefreshToken(database.systemDb, hashToken(refreshToken))
  if (known?.usable !== true) return false
  return known.usedAt === null || clock.now().getTime() - known.usedAt.getTime() < refreshGraceMs
}

function successorOf(master: Secret, refreshToken: string): string {
  return deriveKey(master, 'refresh-token', refreshToken, 1).toString('base64url')
}

async function canRepeat(
  tx: Tx,
  { deviceHash, sessionId }: RefreshTokenRow,
  { successor, deviceToken }: { successor: string; deviceToken: string | null },
): Promise<boolean> {
  if (deviceHash === null || deviceToken === null || !deviceHash.equals(hashToken(deviceToken))) return false
  return await isUnusedRefreshToken(tx, hashToken(successor), sessionId)
}

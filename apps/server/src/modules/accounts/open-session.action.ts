/** Opens a session. This is the only place that issues tokens for a person. */
import type { RequestContext } from '../../platform/access/actor.ts'
import { after, type Clock, dayMs } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { newToken } from '../../platform/secrets/token.ts'
import type { AccessTokens } from './access-token.crypto.ts'
import type { Session } from './accounts.schemas.ts'
import { insertKnownDevice, insertRefreshToken, insertSession } from './sessions.system-repository.ts'
import { toUser } from './user-profile.query.ts'
import { clearFailedLogins, type UserRow } from './users.system-repository.ts'

export const sessionLifetimeMs = 30 * dayMs

/** A session as the service returns it; the HTTP layer decides what is stored in cookies. */
export interface OpenedSession extends Omit<Session, 'refreshToken'> {
  refreshToken: string
  /** Shows at the next sign-in that this browser is known. */
  deviceToken: string | null
}

export async function openSession(
  tx: Tx,
  account: { clock: Clock; accessTokens: AccessTokens },
  user: UserRow,
  /** `device` is the hash of the known browser's token. With null, the browser gets a new token. */
  options: { context: RequestContext; device: Buffer | null },
): Promise<OpenedSession> {
  const { context } = options
  const sessionId = newId('ses')
  const refresh = newToken()
  const expiresAt = after(account.clock, sessionLifetimeMs)
  const newDevice = options.device === null ? newToken() : null
  if (newDevice !== null) await insertKnownDevice(tx, newDevice.hash, user.id)
  const deviceHash = newDevice?.hash ?? options.device
  const { userAgent, ip } = context
  await insertSession(tx, { id: sessionId, userId: user.id, userAgent, ip, deviceHash, expiresAt })
  await insertRefreshToken(tx, { hash: refresh.hash, sessionId, expiresAt })
  await clearFailedLogins(tx, user.id)
  const access = await account.accessTokens.issue(user.id, sessionId)
  return {
    accessToken: access.accessToken,
    tokenType: 'Bearer',
    expiresAt: access.expiresAt,
    refreshToken: refresh.token,
    deviceToken: newDevice?.token ?? null,
    user: await toUser(tx, user),
  }
}

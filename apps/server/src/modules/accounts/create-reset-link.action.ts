/** The operator prints this link on the server to reset a forgotten password without a mail server. */
import { after, hourMs, systemClock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newToken } from '../../platform/secrets/token.ts'
import { insertReset } from './codes.system-repository.ts'
import { auditAccount } from './record-account-audit.action.ts'
import { findUserByEmail } from './users.system-repository.ts'

export type ResetLink = { token: string } | { refused: 'no_account' | 'not_verified' }

/** The link works once, for an hour, and replaces earlier links. */
export async function createResetLink(database: Database, email: string): Promise<ResetLink> {
  const { token, hash } = newToken()
  return await database.system(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user === undefined) return { refused: 'no_account' }
    if (user.email_verified_at === null) return { refused: 'not_verified' }
    await insertReset(tx, { hash, userId: user.id, expiresAt: after(systemClock, hourMs), byOperator: true })
    await auditAccount(tx, user, operator, 'password.reset_link_printed')
    return { token }
  })
}

const operator = { requestId: 'operator', ip: '', userAgent: 'longshore-server reset-link' }

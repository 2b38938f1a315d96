/**
 * Limits the mails that members of an organization can send to arbitrary recipients: invitations and notifications.
 * Without a limit, anyone with an account could send spam through the instance's mail server.
 */
import type { Kysely } from 'kysely'
import type { OrganizationId } from '../database/database.ts'
import type { DB } from '../database/schema.generated.ts'
import { consumeLimit, type LimitState } from '../limits/persistent-limit.ts'

const windowSeconds = 24 * 3_600
/** Share of the daily limit that one recipient can get. */
const shareOfOneRecipient = { invitation: 1 / 40, notification: 1 / 2 } as const

export interface LimitedMail {
  organizationId: OrganizationId
  to: string
  purpose: keyof typeof shareOfOneRecipient
  /** Daily limit of the organization. */
  perDay: number
}

/** Returns the exceeded limit, if any. */
export async function consumeMailLimit(
  db: Kysely<DB>,
  { organizationId, to, purpose, perDay }: LimitedMail,
): Promise<LimitState | undefined> {
  const limit = Math.ceil(perDay * shareOfOneRecipient[purpose])
  const address = { name: `${purpose}-mails-to-address`, limit, windowSeconds }
  const ofAddress = await consumeLimit(db, address, `${organizationId} ${to.toLowerCase()}`)
  if (!ofAddress.allowed) return ofAddress
  const ofAll = await consumeLimit(db, { name: 'mails', limit: perDay, windowSeconds }, organizationId)
  return ofAll.allowed ? undefined : ofAll
}

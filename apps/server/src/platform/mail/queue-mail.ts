/** Queues a mail in the caller's transaction: it is sent if, and only if, the change is committed. */
import type { OrganizationId, Tx } from '../database/database.ts'
import { startRun } from '../durable/runs.ts'
import { newId } from '../ids/type-id.ts'
import type { Sealer } from '../secrets/seal.ts'
import { type MailContent, mailContext, sendMail } from './mail-message.ts'

export interface OutgoingMail extends MailContent {
  /** Stored email address of an account or an invitation, never text of the request that caused the mail. */
  to: string
  purpose: string
  /** After this time the text is useless and is deleted. */
  expiresAt: Date
}

/** Sealing takes a millisecond or two of CPU, so do it before the transaction takes locks. */
export async function sealMail(sealer: Sealer, mail: OutgoingMail): Promise<SealedMail> {
  const id = newId('msg')
  const content = JSON.stringify({ subject: mail.subject, text: mail.text })
  return {
    id,
    to: mail.to,
    purpose: mail.purpose,
    expiresAt: mail.expiresAt,
    sealed: await sealer.seal(mailContext(id), content),
  }
}

export interface SealedMail {
  id: string
  to: string
  purpose: string
  expiresAt: Date
  sealed: string
}

export async function queueMail(tx: Tx, organizationId: OrganizationId | null, mail: SealedMail): Promise<void> {
  await tx
    .insertInto('mail_messages')
    .values({
      id: mail.id,
      recipient: mail.to,
      purpose: mail.purpose,
      sealed_content: mail.sealed,
      expires_at: mail.expiresAt,
    })
    .execute()
  await startRun(tx, { workflow: sendMail, key: mail.id, input: { messageId: mail.id }, organizationId })
}

/** The mail queue. Mail belongs to recipients, not to organizations. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.generated.ts'

type Db = Kysely<DB>

export interface QueuedMail {
  id: string
  recipient: string
  purpose: string
  sealed: string | null
  expired: boolean
}

export async function findMail(db: Db, id: string): Promise<QueuedMail | undefined> {
  return await db
    .selectFrom('mail_messages')
    .select(['id', 'recipient', 'purpose', 'sealed_content as sealed', sql<boolean>`expires_at < now()`.as('expired')])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Deletes the text once it is sent; without a mail server it stays for the command that prints codes. */
export async function setMailStatus(db: Db, id: string, status: 'sent' | 'no_mail_server' | 'failed'): Promise<void> {
  const change = status === 'no_mail_server' ? { status } : { status, sealed_content: null }
  await db
    .updateTable('mail_messages')
    .set({ ...change, sent_at: status === 'sent' ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .execute()
}

export async function findLatestMail(db: Db, recipient: string, purpose: string): Promise<QueuedMail | undefined> {
  return await db
    .selectFrom('mail_messages')
    .select(['id', 'recipient', 'purpose', 'sealed_content as sealed', sql<boolean>`expires_at < now()`.as('expired')])
    .where(sql`lower(recipient)`, '=', recipient.toLowerCase())
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Deletes one batch; the rest follows in the next hour. */
export async function removeOldMail(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update mail_messages set sealed_content = null where id in (
      select id from mail_messages where sealed_content is not null and expires_at < now() limit 20000)`.execute(db)
  return Number(numAffectedRows)
}

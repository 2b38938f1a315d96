/**
 * Sends one queued mail. If the worker crashes between sending and recording, the mail may be sent twice with the same
 * Message-ID; it is never lost. Without a mail server the text stays sealed until it expires, for the command that
 * prints codes.
 */
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { PermanentError } from '../durable/permanent-error.ts'
import { step, type Workflow, workflow } from '../durable/workflow.ts'
import type { Unsealer } from '../secrets/unseal.ts'
import { findMail, setMailStatus } from './mail.system-repository.ts'
import { MailContent, mailContext, sendMail } from './mail-message.ts'
import type { Mailer } from './mailer.ts'

export function createSendMail(options: {
  database: Database
  unsealer: Unsealer
  mailer: Mailer | null
}): Workflow<{ messageId: string }> {
  const { database, unsealer, mailer } = options
  const send = step<{ messageId: string }, { status: 'sent' | 'no_mail_server' | 'failed' }>({
    name: 'send',
    output: z.object({ status: z.enum(['sent', 'no_mail_server', 'failed']) }),
    deadlineMs: 30_000,
    retriesDeadline: true,
    // With backoff this spans about ten minutes, the lifetime of a code.
    attempts: 30,
    async run({ input, signal, record }) {
      const mail = await findMail(database.systemDb, input.messageId)
      if (mail === undefined) throw new PermanentError('mail_gone', 'The mail is no longer in the queue.')
      const status = await deliver(mail, signal)
      record((tx) => setMailStatus(tx, mail.id, status))
      return { status }
    },
  })

  async function deliver(mail: NonNullable<Awaited<ReturnType<typeof findMail>>>, signal: AbortSignal) {
    if (mailer === null) return 'no_mail_server'
    if (mail.sealed === null || mail.expired) return 'failed'
    const content = MailContent.parse(JSON.parse((await unsealer.unseal(mailContext(mail.id), mail.sealed)).reveal()))
    await mailer.send({ ...content, id: mail.id, to: mail.recipient }, signal)
    return 'sent'
  }

  return workflow(sendMail, [send])
}

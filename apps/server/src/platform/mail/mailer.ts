/**
 * SMTP client. The recipient is passed as an address object and again as the envelope, so that text in it can't add
 * recipients.
 */
import { createTransport } from 'nodemailer'
import type { Secret } from '../secrets/secret.ts'
import type { MailContent } from './mail-message.ts'

export interface Mailer extends Disposable {
  send(mail: MailContent & { id: string; to: string; html?: string }, signal: AbortSignal): Promise<void>
}

const timeoutMs = 15_000
/** Recipients are validated when they are entered; this check holds whatever code queued the mail. */
const oneAddress = /^[^\s@,;:<>()[\]"\\\p{Cc}]{1,64}@[^\s@,;:<>()[\]"\\\p{Cc}]{1,255}$/u

export function createMailer(options: { smtpUrl: Secret; from: string }): Mailer {
  const transport = createTransport(options.smtpUrl.reveal(), {})
  const { from } = options
  const domain = from.slice(from.indexOf('@') + 1)
  return {
    async send(mail, signal) {
      signal.throwIfAborted()
      if (!oneAddress.test(mail.to)) throw new Error('not a single mail address')
      await withTimeout(
        transport.sendMail({
          from: { name: 'Longshore', address: from },
          to: { name: '', address: mail.to },
          envelope: { from, to: [mail.to] },
          subject: mail.subject,
          text: mail.text,
          ...(mail.html === undefined ? {} : { html: mail.html }),
          // A second attempt has the same id, so mail programs show it once.
          messageId: `<${mail.id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        }),
        signal,
      )
    },
    [Symbol.dispose]() {
      transport.close()
    },
  }
}

async function withTimeout<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const onAbort = () => reject(stop.reason)
  stop.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    stop.removeEventListener('abort', onAbort)
  }
}

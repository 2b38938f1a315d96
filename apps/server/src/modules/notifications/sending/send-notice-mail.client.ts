/**
 * Sends a notice through the instance's own mail server. The response is evaluated by its code; its text isn't shown.
 */
import type { Database, OrganizationId } from '../../../platform/database/database.ts'
import { consumeMailLimit } from '../../../platform/mail/mail-limits.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import type { ConnectorConfigs } from '../kinds/connector-configs.schemas.ts'
import { composeMail } from '../kinds/email.policy.ts'
import { later, refused } from '../kinds/evaluate-response.policy.ts'
import type { Verdict } from '../kinds/http-kind.policy.ts'
import type { NoticeMessage } from '../messages/notice-message.policy.ts'

interface MailDelivery {
  message: NoticeMessage
  deliveryId: string
  organizationId: OrganizationId
  signal: AbortSignal
}

export interface MailTools {
  mailer: Mailer | null
  database: Database
  mailsPerDay: number
}

export async function sendNoticeMail(
  { mailer, database, mailsPerDay: perDay }: MailTools,
  { to }: ConnectorConfigs['email'],
  { message, deliveryId, signal, organizationId }: MailDelivery,
): Promise<{ verdict: Verdict; status: number | null }> {
  if (mailer === null) return { verdict: refused('This instance has no mail server.'), status: null }
  const full = await consumeMailLimit(database.systemDb, { organizationId, to, purpose: 'notification', perDay })
  if (full !== undefined)
    return {
      verdict: refused(
        `You've reached the limit of ${full.policy.limit} emails a day. The operator can raise EMAILS_PER_DAY.`,
      ),
      status: null,
    }
  try {
    await mailer.send({ ...composeMail(message), id: deliveryId, to }, signal)
    return { verdict: { ok: true }, status: 250 }
  } catch (error) {
    const status = codeOf(error)
    return { verdict: judge(status), status }
  }
}

function judge(status: number | null): Verdict {
  if (status === null) return later("The mail server was unreachable or didn't respond in time.")
  // Lower codes are session errors, such as a wrong password of the instance, which the operator will fix.
  if (status >= 550) return refused(`The mail server rejected the email with code ${status}.`)
  return later(`The mail server isn't accepting email right now (code ${status}).`)
}

/** SMTP code; null if there was no response. */
function codeOf(error: unknown): number | null {
  const code: unknown = error instanceof Error && 'responseCode' in error ? error.responseCode : null
  return typeof code === 'number' && code >= 400 && code < 600 ? code : null
}

/** Speaks to the mail server up to the login. No mail is sent. */
import { createTransport } from 'nodemailer'
import type { Secret } from '../../platform/secrets/secret.ts'

export type MailAnswer = 'answers' | 'refuses_login' | { readonly unreachable: string }

const timeoutMs = 12_000

export async function askMailServer(smtpUrl: Secret): Promise<MailAnswer> {
  const url = URL.parse(smtpUrl.reveal())
  if (url === null) return { unreachable: "its URL isn't valid" }
  // By the address, as the worker does: it may carry options of its own.
  for (const limit of ['connectionTimeout', 'greetingTimeout', 'socketTimeout', 'dnsTimeout'])
    url.searchParams.set(limit, String(timeoutMs))
  const transport = createTransport(url.href, {})
  try {
    await transport.verify()
    return 'answers'
  } catch (error) {
    return readMailError(error)
  } finally {
    transport.close()
  }
}

/** The server's own words are left out: some quote what they were told. */
export function readMailError(error: unknown): MailAnswer {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'refuses_login'
  return { unreachable: /^[A-Z_]{3,30}$/.test(code) ? code : 'no answer' }
}

/** Connects to the mail server up to the login. It sends no mail. */
import { createTransport } from 'nodemailer'
import type { Secret } from '../../platform/secrets/secret.ts'

export type MailTestResult = 'answers' | 'refuses_login' | { readonly unreachable: string }

const timeoutMs = 12_000

export async function testMailServer(smtpUrl: Secret): Promise<MailTestResult> {
  const url = URL.parse(smtpUrl.reveal())
  if (url === null) return { unreachable: "its URL isn't valid" }
  // Passed in the URL, as the worker does, because the URL may contain its own options.
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

/** Omits the server's own message, because some servers quote what they received. */
export function readMailError(error: unknown): MailTestResult {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'refuses_login'
  return { unreachable: /^[A-Z_]{3,30}$/.test(code) ? code : 'no answer' }
}

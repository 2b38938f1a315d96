/** Explains why the mail server didn't take an email; pure. */

/** Omits the server's own message, because some servers quote what they received. */
export function explainMailFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'The mail server rejected the user or password in SMTP_URL.'
  if (code === 'EENVELOPE') return 'The mail server rejected the sender or your email address.'
  if (code === 'ETLS') return 'The mail server doesn’t offer the encryption that SMTP_URL asks for.'
  if (code === 'EMESSAGE') return 'The mail server rejected the email.'
  const known = /^[A-Z_]{3,30}$/.test(code) ? ` (${code})` : ''
  return `The mail server is unreachable${known}.`
}

/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability of this instance. */
import type { HttpServer } from './server.ts'

/** The standard asks for less than a year, so that an abandoned contact is recognizable. */
const validDays = 180

export interface SecurityContact {
  /** Addresses that begin with mailto:, https: or tel:. Without any, the page doesn't exist. */
  readonly contacts: readonly string[]
  readonly publicUrl: string
  readonly now?: () => Date
}

export function registerSecurityContact(app: HttpServer, options: SecurityContact): void {
  if (options.contacts.length === 0) return
  app.get('/.well-known/security.txt', { config: { permission: 'public' } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'max-age=86400').send(securityText(options)),
  )
}

function securityText({ contacts, publicUrl, now = () => new Date() }: SecurityContact): string {
  const expires = now()
  expires.setUTCDate(expires.getUTCDate() + validDays)
  expires.setUTCHours(0, 0, 0, 0)
  const lines = [
    ...contacts.map((each) => `Contact: ${each}`),
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ]
  return `${lines.join('\n')}\n`
}

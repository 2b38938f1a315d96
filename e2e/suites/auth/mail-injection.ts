/** V17, M6: no address, name or header adds a recipient or a line to an email, as seen by a real SMTP server. */

import { type AuthContext, post } from '../../support/auth/auth-context.ts'
import { newAddress, password, signUp } from '../../support/client.ts'
import { evil, hasForeignHeader, hostileAddresses } from '../../support/mail-attacks.ts'

export async function proveMailInjection(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const seen = instance.mailbox.mails.length
  const addresses = hostileAddresses('injected')
  const owner = await signUp(instance, 'injection-owner@example.com')
  const organization = await post(instance, '/organizations', { name: 'Mails' }, { token: owner.token })
  const inviting = `/organizations/${organization.body.id}/invitations`
  let accepted = 0
  for (const email of addresses) {
    const address = newAddress()
    const answers = await Promise.all([
      post(instance, '/auth/register', { email, password }, { address }),
      post(instance, '/auth/forgot-password', { email }, { address }),
      post(instance, inviting, { email, role: 'viewer' }, { token: owner.token }),
    ])
    accepted += answers.filter((answer) => answer.status < 400).length
  }
  // A valid address with hostile text around it, because the email also contains text from other sources.
  const quiet = 'injected-name@example.com'
  const agent = `Mozilla\u00a0Bcc: ${evil}`
  await post(
    instance,
    '/auth/register',
    { email: quiet, password, name: `Ada Bcc: ${evil}` },
    { headers: { 'user-agent': agent } },
  )
  const named = await post(instance, '/auth/register', { email: quiet, password, name: `Ada\r\nBcc: ${evil}` })
  report.expect(named.status === 422, `a name with a line break: ${named.status}`)
  await instance.mailbox.waitFor(quiet)
  const marker = await signUp(instance, 'injection-marker@example.com')
  await instance.mailbox.waitFor(marker.email)
  const mails = instance.mailbox.mails
    .slice(seen)
    .filter((mail) => mail.recipients.some((to) => to.startsWith('inject') || to.includes('attacker')))
  const leaked = mails.filter(
    (mail) => mail.recipients.length !== 1 || mail.recipients.some((to) => to.includes('attacker')),
  )
  const headers = mails.filter((mail) => hasForeignHeader(mail.raw))
  report.figure('mail_injections', `${leaked.length + headers.length}/${addresses.length + 2}`)
  report.expect(addresses.length >= 38, `only ${addresses.length} payloads`)
  report.expect(accepted === 0, `${accepted} hostile addresses were accepted`)
  report.expect(leaked.length === 0, `${leaked.length} mails have another recipient`)
  report.expect(headers.length === 0, `${headers.length} mails have another header`)
}

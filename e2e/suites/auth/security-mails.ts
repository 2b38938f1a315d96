/** M25: security events of an account are sent by email and recorded in the audit log. */
import { TOTP, URI } from 'otpauth'
import { type AuthContext, cookiesOf, get, post } from '../../support/auth/auth-context.ts'
import { call, password, signUp } from '../../support/client.ts'
import { codeOf } from '../../support/totp.ts'

export async function proveSecurityMails(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const { mailbox } = instance
  const { email } = await signUp(instance, 'watched@example.com')
  const reported = async (what: string, subject: RegExp) => {
    const mail = await mailbox.waitFor(email, (each) => subject.test(each.subject)).catch(() => undefined)
    report.expect(mail !== undefined, `${what} is not reported by email`)
  }
  const first = await post(instance, '/auth/login', { email, password }, { headers: { 'user-agent': 'Browser/1' } })
  await reported('a sign-in from a new device', /New sign-in/)
  const device = cookiesOf(first)
  const known = await post(instance, '/auth/login', { email, password }, { headers: { cookie: device } })
  const { accessToken: token } = known.body

  const setUp = await post(instance, '/auth/mfa', undefined, { token })
  const totp = URI.parse(setUp.body.otpauthUrl)
  if (!(totp instanceof TOTP)) throw new Error('not a TOTP address')
  await post(instance, '/auth/mfa/confirm', { code: totp.generate() }, { token })
  await reported('a second factor turned on', /turned on/)
  const code = codeOf(totp, 1)
  await call(instance, 'DELETE', '/api/v1/auth/mfa', { token, body: { code } })
  await reported('a second factor turned off', /turned off/)
  const next = 'walnut hovercraft Tuesday lagoon'
  await post(instance, '/auth/change-password', { currentPassword: password, newPassword: next }, { token })
  await reported('a changed password', /password was changed/)
  await post(instance, '/auth/forgot-password', { email })
  const link = await mailbox.waitFor(email, (each) => each.text.includes('/reset-password#token='))
  const before = mailbox.count(email)
  await post(instance, '/auth/reset-password', { token: /#token=([\w-]+)/.exec(link.text)?.[1], password })
  await mailbox.waitFor(email, (each) => /password was changed/.test(each.subject) && mailbox.count(email) > before)
  const again = await post(instance, '/auth/login', { email, password }, { headers: { cookie: device } })
  await mailbox.waitFor(email, (each) => /New sign-in/.test(each.subject) && mailbox.count(email) > before + 1)
  const signIns = mailbox.mails.filter(
    (mail) => mail.recipients.includes(email) && /New sign-in/.test(mail.subject),
  ).length
  report.expect(signIns === 2, `${signIns} mails about sign-ins, for one new device, one known, one after the reset`)
  await post(instance, '/auth/logout', undefined, { token: again.body.accessToken })
  const last = await post(instance, '/auth/login', { email, password })
  await checkAudit(context, last.body.accessToken)
}

async function checkAudit({ instance, report }: AuthContext, token: string): Promise<void> {
  const log = await get(instance, '/audit-log?limit=100', { token })
  const actions: string[] = log.body.items.map((each: { action: string }) => each.action)
  const wanted = [
    'account.created',
    'session.created',
    'mfa.enabled',
    'mfa.disabled',
    'password.changed',
    'password.reset',
    'session.ended',
  ]
  const missing = wanted.filter((action) => !actions.includes(action))
  report.figure('audited_events', `${wanted.length - missing.length}/${wanted.length}`)
  report.expect(missing.length === 0, `not in the audit log: ${missing.join(', ')}`)
  const complete = log.body.items.every(
    (each: { ip: string; actor: { name: string } }) => each.ip !== '' && each.actor.name !== '',
  )
  report.expect(complete, 'an audit record does not say who and from where')
}

/** M22, V39–V41: a reset link is sent only to the stored email address, works once, and ends all sessions. */
import { createHash } from 'node:crypto'
import {
  type AuthContext,
  countStatus,
  get,
  post,
  race,
  seedAccount,
  seedAccounts,
  seedSession,
  signIn,
  streamEndsWithinMs,
} from '../../support/auth/auth-context.ts'
import { call, newAddress, password } from '../../support/client.ts'
import { openEvents } from '../../support/event-stream.ts'
import { rawPost, rawRequest } from '../../support/raw-request.ts'

const newPassword = 'walnut hovercraft Tuesday lagoon'

export async function proveReset(context: AuthContext): Promise<void> {
  await Promise.all([once(context), newest(context), endsEverything(context), tricks(context), weakPassword(context)])
}

async function linkFor({ instance }: AuthContext, email: string, after = 0): Promise<string> {
  const answer = await post(instance, '/auth/forgot-password', { email })
  if (answer.status !== 202) throw new Error(`forgot-password: ${answer.text}`)
  const isLink = (mail: { text: string }) => mail.text.includes('/reset-password#token=')
  const count = () => instance.mailbox.mails.filter((mail) => mail.recipients.includes(email) && isLink(mail)).length
  const mail = await instance.mailbox.waitFor(email, (each) => isLink(each) && count() > after)
  return /#token=([\w-]+)/.exec(mail.text)?.[1] ?? ''
}

async function once(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const { email } = await seedAccount(db, { prefix: 'reset' })
  const token = await linkFor(context, email)
  report.expect(Buffer.from(token, 'base64url').length >= 32, 'a reset token has fewer than 256 bits')
  const stored = await db.query(
    `select encode(token_hash, 'hex') as hash, extract(epoch from expires_at - r.created_at)::float as lifetime
     from password_resets r join users u on u.id = r.user_id where u.email_key = $1`,
    [email],
  )
  const hash = createHash('sha256').update(token).digest('hex')
  report.expect(stored.rows[0].hash === hash, 'the token is not stored as its hash')
  report.expect(stored.rows[0].lifetime <= 1_800.5, `a link lives ${stored.rows[0].lifetime} s`)
  const answers = await race(50, () => post(instance, '/auth/reset-password', { token, password: newPassword }))
  const successes = countStatus(answers, 204)
  report.figure('resets', `${successes}/50`)
  report.expect(successes === 1, `50 uses of one reset link at once: ${successes} succeeded`)
  report.expect(countStatus(answers, 422) === 49, `the others: ${[...new Set(answers.map((each) => each.status))]}`)
  const byGet = await get(instance, `/auth/reset-password?token=${token}`)
  report.expect(byGet.status >= 400, 'a reset link works by GET')
}

async function newest(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const session = await seedSession(context, 'reset')
  const first = await linkFor(context, session.email)
  const second = await linkFor(context, session.email, 1)
  const replaced = await post(instance, '/auth/reset-password', { token: first, password: newPassword })
  report.expect(replaced.status === 422, `a link after a newer one: ${replaced.status}`)
  const changed = await post(
    instance,
    '/auth/change-password',
    { currentPassword: password, newPassword },
    { token: session.token },
  )
  report.expect(changed.status === 204, `change-password: ${changed.status} ${changed.text}`)
  const late = await post(instance, '/auth/reset-password', { token: second, password: newPassword })
  report.expect(late.status === 422, `a link after the password was changed: ${late.status}`)
  const third = await linkFor(context, session.email, 2)
  await db.query(
    `update password_resets r set expires_at = r.expires_at - interval '30 minutes' from users u where u.id = r.user_id and u.email_key = $1`,
    [session.email],
  )
  const expired = await post(instance, '/auth/reset-password', { token: third, password: newPassword })
  report.expect(expired.status === 422, `a link after thirty minutes: ${expired.status}`)
}

async function endsEverything(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const session = await seedSession(context, 'reset')
  const other = await signIn(instance, session.email)
  using one = await openEvents(instance, { token: session.token })
  using two = await openEvents(instance, { token: other.token })
  const token = await linkFor(context, session.email)
  const done = await post(instance, '/auth/reset-password', { token, password: newPassword })
  const started = performance.now()
  report.expect(done.status === 204, `reset: ${done.status}`)
  const left = await Promise.all([
    get(instance, '/auth/me', { token: session.token }),
    get(instance, '/auth/me', { token: other.token }),
    post(instance, '/auth/refresh', { refreshToken: session.refreshToken }),
    post(instance, '/auth/refresh', { refreshToken: other.refreshToken }),
    post(instance, '/auth/login', { email: session.email, password }),
  ])
  const revokedMs = performance.now() - started
  report.expect(countStatus(left, 401) === left.length, `after a reset: ${left.map((each) => each.status)}`)
  const [endedMs, otherMs] = await Promise.all([
    one.endedWithinMs(streamEndsWithinMs),
    two.endedWithinMs(streamEndsWithinMs),
  ])
  const slowest = Math.round(Math.max(endedMs, otherMs) + revokedMs)
  report.figure('reset_streams_ms', slowest)
  report.expect(slowest <= streamEndsWithinMs, 'a stream stays open after the reset')
  report.expect(one.text.includes('stream_access_ended'), 'the stream does not say why it ended')
  const fresh = await post(instance, '/auth/login', { email: session.email, password: newPassword })
  report.expect(fresh.status === 200, `the new password: ${fresh.status}`)
}

async function weakPassword(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const { email } = await seedAccount(db, { prefix: 'reset' })
  const token = await linkFor(context, email)
  const weak = await post(instance, '/auth/reset-password', { token, password: 'password1234' })
  report.expect(weak.body.code === 'weak_password', `a weak password: ${weak.text}`)
  const strong = await post(instance, '/auth/reset-password', { token, password: newPassword })
  report.expect(strong.status === 204, 'a refused password used the link up')
}

/** Attempts to make the link point elsewhere, or to send the email elsewhere. */
async function tricks(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const evil = 'evil.example.net'
  const headers: Record<string, string | string[]>[] = [
    { host: evil }, { host: `${evil}:443` }, { host: `127.0.0.1@${evil}` }, { 'x-forwarded-host': evil }, { forwarded: `host=${evil};proto=https` },
    { 'x-forwarded-proto': 'javascript', 'x-forwarded-port': '1' }, { 'x-original-host': evil, 'x-host': evil }, { 'x-rewrite-url': `https://${evil}/` },
    { origin: `https://${evil}`, referer: `https://${evil}/` }, { 'x-forwarded-server': evil, 'x-http-host-override': evil },
  ] // biome-ignore format: a list
  const bodies = (email: string) => [
    { email: [email, `attacker@${evil}`] }, { email: { address: email, bcc: `attacker@${evil}` } }, { email: `${email},attacker@${evil}` }, { email: `${email};attacker@${evil}` },
    { email: `${email}\r\nBcc: attacker@${evil}` }, { email: `"${email}" <attacker@${evil}>` }, { email: `attacker@${evil}\u0000${email}` }, { email, to: `attacker@${evil}` },
    { email: `${email} attacker@${evil}` }, { email: email.toUpperCase() },
  ] // biome-ignore format: a list
  const victims = await seedAccounts(db, headers.length + bodies('').length + 2, { prefix: 'trick' })
  const seen = instance.mailbox.mails.length
  await Promise.all(headers.map((each, index) => forgotRaw(context, victims[index]?.email ?? '', each)))
  await Promise.all(
    bodies('').map(async (_, index) => {
      const email = victims[headers.length + index]?.email ?? ''
      await post(instance, '/auth/forgot-password', bodies(email)[index])
    }),
  )
  const [duplicate, absolute] = victims.slice(-2)
  const text = `{"email":"${duplicate?.email}","email":"attacker@${evil}"}`
  await call(instance, 'POST', '/api/v1/auth/forgot-password', { rawBody: text })
  await rawRequest(
    instance.url,
    rawPost(
      `http://${evil}/api/v1/auth/forgot-password`,
      { host: evil, 'x-forwarded-for': newAddress() },
      JSON.stringify({ email: absolute?.email }),
    ),
  )
  // Each of the header attacks is a valid request and sends an email. The last email marks the end of the queue.
  for (const [index] of headers.entries()) {
    if (index === 0) continue
    await instance.mailbox.waitFor(victims[index]?.email ?? '')
  }
  const mails = instance.mailbox.mails.slice(seen)
  const strangers = mails.filter(
    (mail) => mail.recipients.length !== 1 || mail.recipients.some((to) => to.includes(evil)),
  )
  const foreign = mails.filter((mail) =>
    (mail.text.match(/https?:\/\/[^\s]+/g) ?? []).some((link) => !link.startsWith(`${instance.url}/`)),
  )
  const tried = headers.length + bodies('').length + 2
  report.figure('reset_tricks', `${strangers.length + foreign.length}/${tried}`)
  report.expect(strangers.length === 0, `${strangers.length} emails went to other recipients`)
  report.expect(foreign.length === 0, `${foreign.length} links point elsewhere`)
  const upper = victims[headers.length + 9]?.email ?? ''
  report.expect(
    (await instance.mailbox.waitFor(upper)).recipients[0] === upper,
    'the mail goes to what was typed, not to what is stored',
  )
}

async function forgotRaw(
  { instance }: AuthContext,
  email: string,
  headers: Record<string, string | string[]>,
): Promise<void> {
  const all = { host: new URL(instance.url).host, 'x-forwarded-for': newAddress(), ...headers }
  await rawRequest(instance.url, rawPost('/api/v1/auth/forgot-password', all, JSON.stringify({ email })))
}

/**
 * Refresh tokens work once. Theft ends the session, two tabs and a reload don't. Browsers keep theirs in a cookie that
 * only the API can use.
 */

import {
  type AuthContext,
  cookiesOf,
  countStatus,
  get,
  post,
  race,
  seedAccount,
  seedSession,
} from '../../support/auth/auth-context.ts'
import type { Answer } from '../../support/client.ts'
import { password } from '../../support/client.ts'

/** For this long, the server returns the successor of an exchanged token again. */
const graceMs = 10_000

export async function proveRefresh(context: AuthContext): Promise<void> {
  await Promise.all([rotation, concurrent, cookies, lostResponse, crossOrigin].map((prove) => prove(context)))
}

async function rotation(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const session = await seedSession(context, 'refresh')
  const first = await post(instance, '/auth/refresh', { refreshToken: session.refreshToken })
  report.expect(first.status === 200 && first.body.refreshToken !== session.refreshToken, `refresh: ${first.status}`)
  const second = await post(instance, '/auth/refresh', { refreshToken: first.body.refreshToken })
  report.expect(second.status === 200, `refresh of the refreshed: ${second.status}`)
  // Waits until the grace period for two tabs is over.
  await db.query(
    `update refresh_tokens set used_at = used_at - interval '11 seconds' where used_at is not null
     and session_id in (select s.id from sessions s join users u on u.id = s.user_id where u.email_key = $1)`,
    [session.email],
  )
  const stolen = await post(instance, '/auth/refresh', { refreshToken: session.refreshToken })
  report.expect(stolen.status === 401 && stolen.body.code === 'invalid_refresh_token', `a used token: ${stolen.text}`)
  const after = await Promise.all([
    post(instance, '/auth/refresh', { refreshToken: second.body.refreshToken }),
    get(instance, '/auth/me', { token: second.body.accessToken }),
  ])
  const alive = after.filter((answer) => answer.status !== 401).length
  report.expect(alive === 0, 'the session continues although one of its refresh tokens was used twice')
  const stored = await db.query('select count(*)::int as count from refresh_tokens where token_hash = $1', [
    Buffer.from(second.body.refreshToken),
  ])
  report.expect(stored.rows[0].count === 0, 'a refresh token is stored in the clear')
  const audited = await db.query(
    `select count(*)::int as count from audit_log l join users u on u.id = l.actor_id where u.email_key = $1 and action = 'session.token_reused'`,
    [session.email],
  )
  report.expect(audited.rows[0].count === 1, 'the reuse of a refresh token is not in the audit log')
}

async function concurrent(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const session = await seedSession(context, 'refresh')
  const answers = await race(20, () => post(instance, '/auth/refresh', { refreshToken: session.refreshToken }))
  const pairs = countStatus(answers, 200)
  report.figure('refresh_pairs', `${pairs}/20`)
  report.expect(pairs === 1, `20 refreshes at once made ${pairs} pairs`)
  report.expect(countStatus(answers, 409) === 19, 'the other requests did not learn that it was already exchanged')
  const won = answers.find((answer) => answer.status === 200)
  const me = await get(instance, '/auth/me', { token: won?.body.accessToken })
  report.expect(me.status === 200, `the session after the race: ${me.status}`)
  const again = await post(instance, '/auth/refresh', { refreshToken: won?.body.refreshToken })
  report.expect(again.status === 200, `the next refresh after the race: ${again.status}`)
}

async function cookies(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const { email } = await seedAccount(db, { prefix: 'refresh' })
  const browser = { origin: instance.url, 'sec-fetch-site': 'same-origin' }
  const answer = await post(instance, '/auth/login', { email, password }, { headers: browser })
  report.expect(
    answer.status === 200 && answer.body.refreshToken === undefined,
    'a browser got its refresh token in the body',
  )
  for (const name of ['longshore_refresh', 'longshore_device']) {
    const cookie = answer.headers.getSetCookie().find((each) => each.startsWith(`${name}=`)) ?? ''
    // The instance of this suite has no HTTPS, where browsers don't store `Secure` cookies.
    const wanted = ['HttpOnly', 'SameSite=Strict', 'Path=/']
    const missing = wanted.filter((attribute) => !cookie.split('; ').includes(attribute))
    report.expect(missing.length === 0, `${name} lacks ${missing.join(', ')}`)
    report.expect(!/domain=/i.test(cookie), `${name} names a domain`)
  }
  const cookie = cookiesOf(answer)
  const refreshed = await post(instance, '/auth/refresh', {}, { headers: { ...browser, cookie } })
  report.expect(refreshed.status === 200, `refresh by cookie: ${refreshed.status} ${refreshed.text}`)
  const out = await post(instance, '/auth/logout', undefined, { token: refreshed.body.accessToken, headers: browser })
  const cleared = out.headers.getSetCookie().some((each) => /^longshore_refresh=;.*Max-Age=0/.test(each))
  report.expect(out.status === 204 && cleared, 'signing out leaves the refresh cookie')
  const late = await post(instance, '/auth/refresh', {}, { headers: { ...browser, cookie: cookiesOf(refreshed) } })
  report.expect(late.status === 401, `refresh after signing out: ${late.status}`)
}

/** A page that is reloaded during its refresh sends the same cookies again. */
async function lostResponse(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const { email, userId } = await seedAccount(db, { prefix: 'refresh' })
  const headers = { origin: instance.url, 'sec-fetch-site': 'same-origin' }
  const cookie = cookiesOf(await post(instance, '/auth/login', { email, password }, { headers }))
  const refresh = (sent: string) => post(instance, '/auth/refresh', {}, { headers: { ...headers, cookie: sent } })
  const named = (all: string, name: string) => all.split('; ').find((each) => each.startsWith(`longshore_${name}=`))
  const began = performance.now()
  // On a busy machine the requests can take longer. Then the server is right to end the session.
  const isOver = () => performance.now() - began >= graceMs
  const reloads = await race(20, () => refresh(cookie))
  if (isOver()) return console.error('  the reloads took longer than the grace period, so nothing is checked')
  const successors = new Set(reloads.map((answer) => named(cookiesOf(answer), 'refresh')))
  report.figure('refresh_reloads', `${countStatus(reloads, 200)}/20`)
  report.expect(countStatus(reloads, 200) === 20 && successors.size === 1, 'a reload during the refresh signs out')
  const stolen = await refresh(named(cookie, 'refresh') ?? '')
  report.expect(stolen.status === 409 || isOver(), `an exchanged token without the device: ${stolen.status}`)
  const next = `${[...successors][0]}; ${named(cookie, 'device')}`
  const continued = await refresh(next)
  report.expect(
    continued.status === 200 || isOver(),
    `the session does not continue after the reloads: ${continued.status}`,
  )
  const spent = await refresh(cookie)
  report.expect(spent.status === 409 || isOver(), `a token whose successor was used: ${spent.status}`)
  await db.query(
    `update refresh_tokens set used_at = used_at - interval '11 seconds' where used_at is not null
     and session_id in (select id from sessions where user_id = $1)`,
    [userId],
  )
  const late = [await refresh(cookie), await refresh(next)]
  report.expect(countStatus(late, 401) === 2, 'the session continues although a token was used again after the window')
}

async function crossOrigin(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const { email } = await seedAccount(db, { prefix: 'refresh' })
  const cookie = cookiesOf(await post(instance, '/auth/login', { email, password }))
  const origins = [
    'https://evil.example',
    'null',
    `${instance.url}.evil.example`,
    instance.url.replace('http:', 'https:'),
    'http://127.0.0.1:1',
  ]
  const answers: Answer[] = []
  for (const origin of origins) answers.push(await post(instance, '/auth/refresh', {}, { headers: { origin, cookie } }))
  const accepted = answers.filter((answer) => answer.status < 400).length
  const readable = answers.filter((answer) => answer.headers.get('access-control-allow-origin') !== null).length
  report.figure('refresh_cross_origin', `${accepted}/${origins.length}`)
  report.expect(accepted === 0 && readable === 0, `${accepted} refreshes from other sites were accepted`)
  const own = await post(instance, '/auth/refresh', {}, { headers: { origin: instance.url, cookie } })
  report.expect(own.status === 200, `the cookie still works from its own site: ${own.status}`)
}

/** M20, M21, V37, V38: limits are exact, survive crashes and floods, and no header or spelling gives another attempt. */

import { type AuthContext, bySize, countStatus, inLanes, post, seedAccount } from '../../support/auth/auth-context.ts'
import { type Answer, newAddress, password } from '../../support/client.ts'
import { startOtherApi } from './other-api.ts'

const wrong = 'not the right passphrase'

export async function proveLimits(context: AuthContext): Promise<void> {
  await Promise.all([exactCounts(context), crashes(context), rotations(context), networks(context)])
}

function checkHeaders(context: AuthContext, answer: Answer | undefined, policy: string): void {
  const { report } = context
  const retry = Number(answer?.headers.get('retry-after'))
  const window = Number(/w=(\d+)/.exec(policy)?.[1])
  report.expect(retry >= 1 && retry <= window, `429 of ${policy}: Retry-After is ${answer?.headers.get('retry-after')}`)
  report.expect(
    answer?.headers.get('ratelimit-policy') === policy,
    `429 of ${policy}: policy is ${answer?.headers.get('ratelimit-policy')}`,
  )
  report.expect(
    /^"[a-z-]+";r=0;t=\d+$/.test(answer?.headers.get('ratelimit') ?? ''),
    `429 of ${policy}: RateLimit is ${answer?.headers.get('ratelimit')}`,
  )
  report.expect(answer?.body.code === 'rate_limited', `429 of ${policy}: ${answer?.text}`)
}

async function repeat(count: number, work: (index: number) => Promise<Answer>): Promise<Answer[]> {
  return await inLanes(
    6,
    Array.from({ length: count }, (_, index) => index),
    work,
  )
}

async function exactCounts(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const { email } = await seedAccount(db, { prefix: 'limit' })
  const address = newAddress()
  const logins = await repeat(14, () => post(instance, '/auth/login', { email, password: wrong }, { address }))
  const registers = await repeat(8, (index) =>
    post(instance, '/auth/register', { email: `limit-new${index}@example.com`, password }, { address }),
  )
  const forgots = await repeat(6, () => post(instance, '/auth/forgot-password', { email }))
  const fromOne = newAddress()
  const manyForgots = await repeat(13, (index) =>
    post(instance, '/auth/forgot-password', { email: `limit-no${index}@example.com` }, { address: fromOne }),
  )
  const counts = [
    countStatus(logins, 401),
    countStatus(registers, 202),
    countStatus(forgots, 202),
    countStatus(manyForgots, 202),
  ]
  report.figure('limits', counts.join('/'))
  report.expect(
    counts.join() === '10,5,3,10',
    `login/register/forgot per account/per address: ${counts.join('/')}, not 10/5/3/10`,
  )
  const refused = (answers: readonly Answer[]) => answers.find((answer) => answer.status === 429)
  checkHeaders(context, refused(logins), '"login";q=10;w=900')
  checkHeaders(context, refused(registers), '"register";q=5;w=3600')
  checkHeaders(context, refused(forgots), '"forgot-account";q=3;w=3600')
  checkHeaders(context, refused(manyForgots), '"forgot";q=10;w=3600')
  const right = await post(instance, '/auth/login', { email, password }, { address })
  report.expect(right.status === 429, `the right password beyond the limit: ${right.status}`)
  const elsewhere = await post(instance, '/auth/login', { email, password })
  report.expect(elsewhere.status === 200, `the right password from another address: ${elsewhere.status}`)
}

/** The attempts are spread over crashes of the process, with a flood of other keys in between. */
async function crashes(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  await using api = await startOtherApi(instance)
  const { email } = await seedAccount(db, { prefix: 'limit' })
  const address = newAddress()
  const kills = bySize(3, 20)
  const answers: Answer[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    answers.push(
      ...(await repeat(Math.ceil(14 / kills), () => post(api, '/auth/login', { email, password: wrong }, { address }))),
    )
    await api.process.stop('SIGKILL')
    await api.start()
  }
  const fillers = bySize(2_000, 100_000)
  await db.query(
    `insert into rate_limits (key, count, expires_at) select sha256(convert_to('filler' || n, 'UTF8')), 3, now() + interval '1 hour' from generate_series(1, $1::int) n`,
    [fillers],
  )
  await repeat(bySize(20, 300), (index) => post(api, '/auth/forgot-password', { email: `filler${index}@example.com` }))
  answers.push(await post(api, '/auth/login', { email, password: wrong }, { address }))
  const evaluated = countStatus(answers, 401)
  report.figure('limit_kills', kills)
  report.figure('limit_extra_after_kills', evaluated - 10)
  report.expect(evaluated === 10, `${evaluated} tries over ${kills} kills and ${fillers} other keys`)
  report.expect(answers.at(-1)?.status === 429, `the last of them: ${answers.at(-1)?.status}`)
}

/** Requests go straight to a process that trusts no proxy: whatever the headers claim, they count as one client. */
async function rotations(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  await using api = await startOtherApi(instance, { TRUST_PROXY: '203.0.113.9' })
  const { email } = await seedAccount(db, { prefix: 'limit' })
  const used = await repeat(12, () => post(api, '/auth/login', { email, password: wrong }))
  report.expect(countStatus(used, 401) === 10, `${countStatus(used, 401)} tries before the rotations`)
  const upper = email.toUpperCase()
  const mixed = `${email.charAt(0).toUpperCase()}${email.slice(1)}`
  const variants: { headers?: Record<string, string>; body?: unknown; query?: string }[] = [
    ...['x-forwarded-for', 'x-real-ip', 'x-client-ip', 'client-ip', 'true-client-ip', 'cf-connecting-ip', 'fastly-client-ip', 'x-cluster-client-ip', 'x-original-forwarded-for', 'x-azure-clientip', 'x-envoy-external-address', 'x-remote-addr', 'x-proxyuser-ip'].map((name) => ({ headers: { [name]: '198.51.100.77' } })),
    { headers: { 'x-forwarded-for': '198.51.100.1, 198.51.100.2' } }, { headers: { 'x-forwarded-for': '203.0.113.9' } }, { headers: { 'x-forwarded-for': '127.0.0.1' } }, { headers: { 'x-forwarded-for': '::1' } },
    { headers: { forwarded: 'for=198.51.100.3' } }, { headers: { forwarded: 'for="[2001:db8::1]"' } }, { headers: { via: '1.1 proxy', 'x-forwarded-host': 'x' } },
    { headers: { 'user-agent': 'another program' } }, { headers: { cookie: 'longshore_device=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' } }, { headers: { authorization: 'Bearer x' } }, { headers: { origin: api.url } },
    { body: { email: upper, password: wrong } }, { body: { email: mixed, password: wrong } }, { body: { email: ` ${email}`, password: wrong } }, { body: { email: `${email}.`, password: wrong } },
    { body: { email, password: wrong, username: 'x' } }, { body: { password: `${wrong}2`, email } }, { body: { email: [email], password: wrong } }, { query: '?x=1' }, { query: '?email=other@example.com' },
    { body: { email: email.replace('@', '\u0040'), password: wrong } }, { body: { email: email.replace('example', 'ｅxample'), password: wrong } }, { body: { email: `${email}\u0000`, password: wrong } },
  ] // biome-ignore format: a list
  const answers = await inLanes(6, variants, ({ headers = {}, body, query = '' }) =>
    post(api, `/auth/login${query}`, body ?? { email, password: wrong }, { headers }),
  )
  const extra = answers.filter((answer) => ![429, 422, 400].includes(answer.status)).length
  report.figure('limit_rotations', `${extra}/${variants.length}`)
  report.expect(variants.length >= 30 && extra === 0, `${extra} of ${variants.length} rotations gave another try`)
}

/** Behind a proxy, entries that the client adds before the proxy's own are ignored, and a /64 counts as one client. */
async function networks(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const { email } = await seedAccount(db, { prefix: 'limit' })
  const forms = (index: number) => [
    `2001:db8:77:1::${(index + 1).toString(16)}`, `2001:0db8:0077:0001:${index}::1`, `2001:DB8:77:1:ffff:ffff:ffff:${index.toString(16)}`, `198.51.100.${index}, 2001:db8:77:1::9`,
  ] // biome-ignore format: a list
  const answers = await repeat(24, (index) =>
    post(instance, '/auth/login', { email, password: wrong }, { address: forms(index)[index % 4] ?? '' }),
  )
  const evaluated = countStatus(answers, 401)
  report.expect(evaluated === 10, `${evaluated} tries from addresses of one /64`)
  const other = await seedAccount(db, { prefix: 'limit' })
  const mapped = [
    '203.0.113.50',
    '::ffff:203.0.113.50',
    '::ffff:cb00:7132',
    '0:0:0:0:0:FFFF:203.0.113.50',
    '10.9.9.9, 203.0.113.50',
  ]
  const tries = await repeat(15, (index) =>
    post(instance, '/auth/login', { email: other.email, password: wrong }, { address: mapped[index % 5] ?? '' }),
  )
  report.expect(countStatus(tries, 401) === 10, `${countStatus(tries, 401)} tries from one address in five forms`)
}

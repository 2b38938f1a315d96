/**
 * TOTP from setup to removal: each code works once, recovery codes work once, five attempts per challenge, a limit per
 * account.
 */
import { TOTP, URI } from 'otpauth'
import { type AuthContext, cookiesOf, countStatus, post, race, seedSession } from '../../support/auth/auth-context.ts'
import { type Answer, call, password, type SignedIn } from '../../support/client.ts'
import type { Instance } from '../../support/instance.ts'
import { codeOf, previousCodeOf } from '../../support/totp.ts'

interface Protected {
  session: SignedIn
  totp: TOTP
  recoveryCodes: string[]
}

export async function proveSecondFactor(context: AuthContext): Promise<void> {
  await Promise.all([setUp(context), signInWithCode(context), recovery(context), guessing(context), removal(context)])
}

async function start(instance: Instance, token: string): Promise<TOTP> {
  const answer = await post(instance, '/auth/mfa', undefined, { token })
  if (answer.status !== 200) throw new Error(`mfa: ${answer.text}`)
  const parsed = URI.parse(answer.body.otpauthUrl)
  if (!(parsed instanceof TOTP)) throw new Error('not a TOTP address')
  return parsed
}

async function protect(context: AuthContext): Promise<Protected> {
  const { instance } = context
  const session = await seedSession(context, 'mfa')
  const totp = await start(instance, session.token)
  const code = await previousCodeOf(totp)
  const answer = await post(instance, '/auth/mfa/confirm', { code }, { token: session.token })
  if (answer.status !== 200) throw new Error(`confirm: ${answer.text}`)
  return { session, totp, recoveryCodes: answer.body.recoveryCodes }
}

async function challenge({ instance }: AuthContext, email: string, cookie?: string): Promise<string> {
  const headers = cookie === undefined ? {} : { cookie }
  const answer = await post(instance, '/auth/login', { email, password }, { headers })
  if (answer.body?.code !== 'mfa_required') throw new Error(`login: ${answer.text}`)
  return answer.body.mfaToken
}

async function setUp(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const session = await seedSession(context, 'mfa')
  const { token } = session
  const first = await start(instance, token)
  const totp = await start(instance, token)
  report.expect(first.secret.base32 !== totp.secret.base32, 'two set-ups show the same secret')
  const old = await post(instance, '/auth/mfa/confirm', { code: codeOf(first) }, { token })
  report.expect(old.status === 401, `a code of an abandoned set-up: ${old.status}`)
  const code = codeOf(totp)
  const answers = await race(8, () => post(instance, '/auth/mfa/confirm', { code }, { token }))
  report.expect(countStatus(answers, 200) === 1, `8 confirmations at once: ${countStatus(answers, 200)} succeeded`)
  const confirmed = answers.find((answer) => answer.status === 200)
  report.expect(confirmed?.body.recoveryCodes?.length === 10, 'not ten recovery codes')
  const again = await post(instance, '/auth/mfa', undefined, { token })
  report.expect(again.status === 409, `a set-up while it is on: ${again.status}`)
  const replay = await post(instance, '/auth/verify-otp', { mfaToken: await challenge(context, session.email), code })
  report.expect(replay.status === 401, `the code of the set-up used again to sign in: ${replay.status}`)
  const secret = confirmed?.body.recoveryCodes[0] ?? ''
  const stored = await db.query(`select count(*)::int as count from mfa_recovery_codes where code_hash = $1`, [
    Buffer.from(secret),
  ])
  report.expect(stored.rows[0].count === 0, 'a recovery code is stored in the clear')
  await db.query(
    `update sessions s set authenticated_at = now() - interval '11 minutes' from users u where u.id = s.user_id and u.email_key = $1`,
    [session.email],
  )
  const stale = await call(instance, 'POST', '/api/v1/auth/mfa', { token })
  report.expect(stale.body.code === 'recent_sign_in_required', `a set-up long after signing in: ${stale.text}`)
}

async function signInWithCode(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const { session, totp } = await protect(context)
  const wrong = await post(instance, '/auth/login', { email: session.email, password: 'not the right passphrase' })
  report.expect(wrong.body.code === 'invalid_credentials', `a wrong password shows the second factor: ${wrong.text}`)
  const mfaToken = await challenge(context, session.email)
  const asBearer = await call(instance, 'GET', '/api/v1/auth/me', { token: mfaToken })
  report.expect(asBearer.status === 401, 'the challenge works as an access token')
  const code = codeOf(totp)
  const answers = await race(20, () => post(instance, '/auth/verify-otp', { mfaToken, code }))
  report.expect(countStatus(answers, 200) === 1, `20 uses of one code at once: ${countStatus(answers, 200)} succeeded`)
  const replay = await post(instance, '/auth/verify-otp', { mfaToken: await challenge(context, session.email), code })
  report.expect(replay.status === 401, `a code used before: ${replay.status}`)
  const used = await post(instance, '/auth/verify-otp', { mfaToken, code: codeOf(totp, 1) })
  report.expect(used.status === 401, `a challenge used before: ${used.status}`)
  report.figure('totp_replays', `${countStatus([replay, used], 200)}/2`)
}

async function recovery(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const { session, recoveryCodes } = await protect(context)
  const [code = '', second = ''] = recoveryCodes
  // Each attempt has its own challenge, so that only the code decides.
  const challenges = await Promise.all(Array.from({ length: 20 }, () => challenge(context, session.email)))
  const answers = await race(20, (index) => post(instance, '/auth/verify-otp', { mfaToken: challenges[index], code }))
  const successes = countStatus(answers, 200)
  report.figure('recovery', `${successes}/20`)
  report.expect(successes === 1, `20 uses of one recovery code: ${successes} succeeded`)
  const other = await post(instance, '/auth/verify-otp', {
    mfaToken: await challenge(context, session.email),
    code: second,
  })
  report.expect(other.status === 200, `the next recovery code: ${other.status}`)
}

async function guessing(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const { session, totp } = await protect(context)
  const valid = new Set([-2, -1, 0, 1, 2].map((periods) => codeOf(totp, periods)))
  const wrong = ['111111', '222222', '333333', '444444', '555555', '666666', '777777'].filter(
    (each) => !valid.has(each),
  )
  const mfaToken = await challenge(context, session.email)
  for (const code of wrong.slice(0, 5)) await post(instance, '/auth/verify-otp', { mfaToken, code })
  const sixth = await post(instance, '/auth/verify-otp', { mfaToken, code: codeOf(totp) })
  report.expect(sixth.status === 401, `the right code after five wrong ones: ${sixth.status}`)
  // An attacker with the password starts again and again: the account's limit stops them, and the owner's browser keeps
  // working.
  const device = cookiesOf(
    await post(instance, '/auth/verify-otp', { mfaToken: await challenge(context, session.email), code: codeOf(totp) }),
  )
  const answers: Answer[] = []
  for (let round = 0; round < 9; round += 1) {
    const next = await challenge(context, session.email)
    answers.push(
      ...(await race(4, (index) => post(instance, '/auth/verify-otp', { mfaToken: next, code: wrong[index] }))),
    )
  }
  report.figure('mfa_tries', countStatus(answers, 401))
  report.expect(countStatus(answers, 401) === 30, `${countStatus(answers, 401)} tries at the second factor in a day`)
  const stranger = await post(instance, '/auth/verify-otp', {
    mfaToken: await challenge(context, session.email),
    code: codeOf(totp, 1),
  })
  report.expect(stranger.status === 429, `a stranger after that: ${stranger.status}`)
  const mine = await challenge(context, session.email, device)
  const owner = await post(
    instance,
    '/auth/verify-otp',
    { mfaToken: mine, code: codeOf(totp, 1) },
    { headers: { cookie: device } },
  )
  report.expect(owner.status === 200, `the owner from a known device: ${owner.status} ${owner.text}`)
  await db.query(`update mfa_challenges set expires_at = now()`)
}

async function removal(context: AuthContext): Promise<void> {
  const { instance, report, db } = context
  const { session, totp } = await protect(context)
  const { token } = session
  const ofUser = 'user_id = (select id from users where email_key = $1)'
  const signedIn = (ago: string) =>
    db.query(`update sessions set authenticated_at = now() - $2::interval where ${ofUser}`, [session.email, ago])
  await signedIn('11 minutes')
  const stolen = await call(instance, 'DELETE', '/api/v1/auth/mfa', { token, body: { code: codeOf(totp) } })
  report.expect(stolen.body?.code === 'recent_sign_in_required', `expected a recent sign-in, found ${stolen.text}`)
  await signedIn('0 minutes')
  const wrong = await call(instance, 'DELETE', '/api/v1/auth/mfa', { token, body: { code: '000000' } })
  report.expect(wrong.status === 401, `removal with a wrong code: ${wrong.status}`)
  const done = await call(instance, 'DELETE', '/api/v1/auth/mfa', { token, body: { code: codeOf(totp) } })
  report.expect(done.status === 204, `removal: ${done.status} ${done.text}`)
  const plain = await post(instance, '/auth/login', { email: session.email, password })
  report.expect(plain.status === 200, `sign-in after the removal: ${plain.status}`)
  const again = await start(instance, plain.body.accessToken)
  report.expect(again.secret.base32 !== totp.secret.base32, 'the same secret after turning it off and on')
  const gone = await call(instance, 'DELETE', '/api/v1/auth/mfa', { token, body: { code: codeOf(totp, 1) } })
  report.expect(gone.status === 409, `removal of what is off: ${gone.status}`)
}

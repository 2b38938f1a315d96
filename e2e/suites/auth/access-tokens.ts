/**
 * M23, V34, V35: only a live token that Longshore issued is accepted, and a token ends with its session, account or
 * membership.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { deriveKey, Secret } from '../../../apps/server/src/testing/internals/secrets.ts'
import {
  type AuthContext,
  get,
  post,
  seedSession,
  signIn,
  streamEndsWithinMs,
} from '../../support/auth/auth-context.ts'
import { call, password, type SignedIn } from '../../support/client.ts'
import { openEvents } from '../../support/event-stream.ts'

export async function proveAccessTokens(context: AuthContext): Promise<void> {
  await Promise.all([forgeries(context), revocation(context), lifeOfSession(context)])
}

interface Keys {
  privateKey: KeyObject
  publicKey: KeyObject
}

/** The real key, as the server derives it: most forgeries fail for one wrong claim, not for the signature. */
function realKeys(context: AuthContext): Keys {
  const master = new Secret(Buffer.from(context.instance.environment.API_DERIVE_KEY ?? '', 'base64'))
  const seed = deriveKey(master, 'access-token', 'ed25519', 1)
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

const now = () => Math.floor(Date.now() / 1_000)

function claimsOf(token: string): JWTPayload {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
}

async function sign(
  key: KeyObject | Uint8Array,
  claims: JWTPayload,
  header: Record<string, unknown> = {},
): Promise<string> {
  return await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', ...header }).sign(key)
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

async function forgeries(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const session = await seedSession(context, 'jwt')
  const victim = await seedSession(context, 'jwt')
  const keys = realKeys(context)
  const good = claimsOf(session.token)
  const control = await get(instance, '/auth/me', { token: await sign(keys.privateKey, good) })
  report.expect(control.status === 200, `the key of the suite is not the server's: ${control.status}`)
  const all = {
    ...(await bySignature(session, keys)),
    ...(await byClaims(good, keys, victim)),
    ...byShape(session, good),
  }
  const accepted: string[] = []
  for (const [name, token] of Object.entries(all)) {
    const answer = await call(instance, 'GET', '/api/v1/auth/me', { headers: { authorization: `Bearer ${token}` } })
    if (answer.status !== 401 && answer.status !== 431) accepted.push(`${name} (${answer.status})`)
  }
  const total = Object.keys(all).length
  report.figure('forgeries', `${accepted.length}/${total}`)
  report.expect(total >= 40, `only ${total} forgeries`)
  report.expect(accepted.length === 0, `accepted: ${accepted.join(', ')}`)
}

async function bySignature(session: SignedIn, keys: Keys): Promise<Record<string, string>> {
  const good = claimsOf(session.token)
  const [head = '', body = '', tail = ''] = session.token.split('.')
  const pem = Buffer.from(keys.publicKey.export({ type: 'spki', format: 'pem' }))
  const raw = Buffer.from(String(keys.publicKey.export({ format: 'jwk' }).x), 'base64url')
  const ed = generateKeyPairSync('ed25519')
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = ed.publicKey.export({ format: 'jwk' })
  const none = (alg: string) => `${encode({ alg, typ: 'at+jwt' })}.${body}.`
  const hmac = (key: Uint8Array, alg = 'HS256') => sign(key, good, { alg })
  return {
    none: none('none'), nOnE: none('nOnE'), NONE: none('NONE'), 'no alg': `${encode({ typ: 'at+jwt' })}.${body}.`,
    unsecured: new UnsecuredJWT(good).encode(), 'none with our signature': `${encode({ alg: 'none', typ: 'at+jwt' })}.${body}.${tail}`,
    'HS256 with the public key as PEM': await hmac(pem), 'HS512 with it': await hmac(pem, 'HS512'), 'HS256 with its bytes': await hmac(raw),
    'HS256 with nothing': await hmac(Buffer.alloc(32)), 'another Ed25519 key': await sign(ed.privateKey, good),
    'another key with its jwk': await sign(ed.privateKey, good, { jwk }), 'another key with jku': await sign(ed.privateKey, good, { jku: 'http://127.0.0.1:9/keys', kid: '1' }),
    'another key with x5u': await sign(ed.privateKey, good, { x5u: 'http://127.0.0.1:9/cert' }), 'kid with a path': await sign(ed.privateKey, good, { kid: '../../../../dev/null' }),
    'kid with SQL': await sign(ed.privateKey, good, { kid: "1' union select 'a" }), RS256: await sign(rsa.privateKey, good, { alg: 'RS256' }),
    PS256: await sign(rsa.privateKey, good, { alg: 'PS256' }), ES256: await sign(ec.privateKey, good, { alg: 'ES256' }),
    'no signature': `${head}.${body}.`, 'two parts': `${head}.${body}`, 'signature of zeros': `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`,
    'cut signature': session.token.slice(0, -4), 'flipped bit': `${head}.${body}.${tail.startsWith('A') ? 'B' : 'A'}${tail.slice(1)}`,
    'changed header': `${encode({ alg: 'EdDSA', typ: 'at+jwt', x: 1 })}.${body}.${tail}`, 'unknown crit': `${encode({ alg: 'EdDSA', typ: 'at+jwt', crit: ['x'], x: 1 })}.${body}.${tail}`,
  } // biome-ignore format: a table
}

async function byClaims(good: JWTPayload, keys: Keys, victim: SignedIn): Promise<Record<string, string>> {
  const signed = (change: JWTPayload, header: Record<string, unknown> = {}) =>
    sign(keys.privateKey, { ...good, ...change }, header)
  const without = (name: string) =>
    sign(keys.privateKey, Object.fromEntries(Object.entries(good).filter(([key]) => key !== name)))
  const { sub, sid } = claimsOf(victim.token)
  return {
    expired: await signed({ iat: now() - 1_000, exp: now() - 100 }), 'exp in milliseconds, old iat': await signed({ iat: now() - 3_600, exp: Date.now() }),
    'exp in a thousand years, old iat': await signed({ iat: now() - 3_600, exp: now() + 31_536_000_000 }), 'not yet valid': await signed({ nbf: now() + 600 }),
    'iat in the future': await signed({ iat: now() + 3_600, exp: now() + 7_200 }), 'no exp': await without('exp'), 'no iat': await without('iat'), 'no sub': await without('sub'), 'no sid': await without('sid'), 'no jti': await without('jti'),
    'no aud': await without('aud'), 'no iss': await without('iss'), 'wrong aud': await signed({ aud: 'longshore-link' }), 'wrong iss': await signed({ iss: 'https://evil.example' }),
    'typ JWT': await signed({}, { typ: 'JWT' }), 'typ rt+jwt': await signed({}, { typ: 'rt+jwt' }), 'no typ': await signed({}, { typ: undefined }),
    'exp as text': await sign(keys.privateKey, { ...good, exp: String(now() + 600) as never }), 'somebody else’s sub': await signed(sub === undefined ? {} : { sub }), 'somebody else’s session': await signed({ sid }),
    'a session that never was': await signed({ sid: 'ses_01h2xcejqtf2nbrexx3vqjhp41' }), 'an id of another kind': await signed({ sid: good.sub }),
  } // biome-ignore format: a table
}

function byShape(session: SignedIn, good: JWTPayload): Record<string, string> {
  const [head = '', body = '', tail = ''] = session.token.split('.')
  return {
    'refresh token': session.refreshToken, 'random token': randomBytes(32).toString('base64url'), 'API token that nobody has': `lgs_${randomBytes(32).toString('base64url')}`,
    'huge header': `${encode({ alg: 'EdDSA', typ: 'at+jwt', x: 'a'.repeat(3_000) })}.${body}.${tail}`, 'huge': `${session.token}${'A'.repeat(20_000)}`,
    'JSON instead': encode(good), 'five parts': `${session.token}.a.b`, dots: '...', 'twice': `${session.token},${session.token}`, 'padded': `${head}==.${body}==.${tail}==`,
  } // biome-ignore format: a table
}

/** A token ends with the session, the account or the membership, at once. */
async function revocation(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const session = await seedSession(context, 'jwt')
  const others = [
    await signIn(instance, session.email),
    await signIn(instance, session.email),
    await signIn(instance, session.email),
  ]
  const [first, second, third] = others
  if (first === undefined || second === undefined || third === undefined) throw new Error('no sessions')
  const slowest: number[] = []
  const ends = async (what: string, token: string, work: () => Promise<{ status: number }>) => {
    using stream = await openEvents(instance, { token })
    report.expect((await get(instance, '/auth/me', { token })).status === 200, `${what}: the token did not work before`)
    const done = await work()
    report.expect(done.status < 300, `${what}: ${done.status}`)
    const started = performance.now()
    const after = await get(instance, '/auth/me', { token })
    slowest.push(performance.now() - started)
    report.expect(after.status === 401, `${what}: the token still works`)
    report.expect(
      (await stream.endedWithinMs(streamEndsWithinMs)) <= streamEndsWithinMs,
      `${what}: the stream stays open`,
    )
  }
  await ends('sign-out', first.token, () => post(instance, '/auth/logout', undefined, { token: first.token }))
  const listed = await get(instance, '/auth/sessions', { token: session.token })
  const target = listed.body.items.find((each: { current: boolean }) => !each.current)
  report.expect(listed.body.items.length === 3, `${listed.body.items.length} sessions are listed`)
  const owner = claimsOf(second.token).sid === target?.id ? second : third
  await ends('end of another session', owner.token, () =>
    call(instance, 'DELETE', `/api/v1/auth/sessions/${target?.id}`, { token: session.token }),
  )
  const left = owner === second ? third : second
  const body = { currentPassword: password, newPassword: 'walnut hovercraft Tuesday lagoon' }
  await ends('change of password', left.token, () =>
    post(instance, '/auth/change-password', body, { token: session.token }),
  )
  report.expect(
    (await get(instance, '/auth/me', { token: session.token })).status === 200,
    'the session that changed the password ended too',
  )
  await ends('deletion of the account', session.token, () =>
    call(instance, 'DELETE', '/api/v1/auth/me', { token: session.token, body: { password: body.newPassword } }),
  )
  report.figure('revoked_ms', Math.round(Math.max(...slowest)))
  report.expectTime(Math.max(...slowest) <= 1_000, 'a revocation took longer than a second to count')
  const stranger = await seedSession(context, 'jwt')
  const foreign = await call(instance, 'DELETE', `/api/v1/auth/sessions/${target?.id}`, { token: stranger.token })
  report.expect(foreign.status === 404, `ending another user's session: ${foreign.status}`)
}

async function lifeOfSession(context: AuthContext): Promise<void> {
  const { instance, db, report } = context
  const session = await seedSession(context, 'jwt')
  const { exp = 0, iat = 0 } = claimsOf(session.token)
  report.expect(exp - iat <= 900, `an access token lives ${exp - iat} s`)
  const userId = `select id from users where email_key = '${session.email}'`
  await db.query(`update sessions set expires_at = now() where user_id = (${userId})`)
  report.expect(
    (await get(instance, '/auth/me', { token: session.token })).status === 401,
    'a token outlives its session',
  )
  const next = await signIn(instance, session.email)
  await db.query(`update users set email_verified_at = null where email_key = $1`, [session.email])
  report.expect(
    (await get(instance, '/auth/me', { token: next.token })).status === 401,
    'an unverified account can act',
  )
  await db.query(`delete from users where email_key = $1`, [session.email])
  report.expect((await get(instance, '/auth/me', { token: next.token })).status === 401, 'a token outlives its account')
}

/** Covers pages that a browser requests with nothing but its cookie, such as the API reference. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../platform/access/actor.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { createPasswordHasher } from '../../platform/passwords/password-hash.ts'
import { createSealer } from '../../platform/secrets/seal.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { hashToken } from '../../platform/secrets/token.ts'
import { generateIdentity } from '../../platform/secrets/unseal.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestProjects } from '../../testing/test-projects.ts'
import { createAccessTokens } from './access-token.crypto.ts'
import type { AccountContext } from './account-context.service.ts'
import { createAuthenticator } from './authenticator.service.ts'
import { type OpenedSession, openSession } from './open-session.action.ts'
import { refreshSession } from './refresh-session.service.ts'
import { createSessionCookies } from './session-cookies.crypto.ts'
import { revokeSessions } from './sessions.system-repository.ts'
import { findUser } from './users.system-repository.ts'

const { database } = await useTestDatabase()
const fixture = await createTestProjects(database)
const db = database.systemDb
const master = new Secret(Buffer.alloc(32, 7))
const context = { requestId: 'req', ip: '192.0.2.1', userAgent: 'Browser' }
const account: AccountContext = {
  database,
  master,
  clock: systemClock,
  publicUrl: 'https://longshore.example',
  signUpMode: 'open',
  sendsMail: async () => true,
  unreachableServers: async () => [],
  hasher: createPasswordHasher(),
  sealer: createSealer((await generateIdentity()).recipient),
  accessTokens: createAccessTokens({ master, issuer: 'https://longshore.example', clock: systemClock }),
}
const authenticator = createAuthenticator(account, createSessionCookies({ isHttps: true }))
const refused = { problem: { code: 'unauthenticated' } }
let session: OpenedSession
let actor: Actor

beforeEach(async () => {
  actor = await fixture.newActor()
  const { userId } = actor
  await db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', userId).execute()
  const user = await findUser(db, userId)
  if (user === undefined) throw new Error('no user')
  session = await database.system(async (tx) => await openSession(tx, account, user, { context, device: null }))
})

const visit = (cookie: string | undefined, bearer: string | null = null) =>
  authenticator.authenticateVisitor({ bearer, cookie }, context)
const cookieOf = (token: string) => `__Host-longshore_refresh=${token}`

test('accepts the cookie of an open session without using it up', async () => {
  await visit(cookieOf(session.refreshToken))
  await visit(cookieOf(session.refreshToken))
  await refreshSession(account, context, { refreshToken: session.refreshToken, deviceToken: session.deviceToken })
})

test('returns 401 without a cookie, with a guessed cookie, and with the refresh token as bearer', async () => {
  await expect(visit(undefined)).rejects.toMatchObject(refused)
  await expect(visit(cookieOf('a'.repeat(43)))).rejects.toMatchObject(refused)
  await expect(visit(undefined, session.refreshToken)).rejects.toMatchObject(refused)
})

test('the cookie stops working when its session ends', async () => {
  await database.system(async (tx) => await revokeSessions(tx, actor.userId))
  await expect(visit(cookieOf(session.refreshToken))).rejects.toMatchObject(refused)
})

test('an exchanged cookie keeps working for the seconds in which a browser can still send it', async () => {
  await refreshSession(account, context, { refreshToken: session.refreshToken, deviceToken: session.deviceToken })
  await visit(cookieOf(session.refreshToken))
  await db
    .updateTable('refresh_tokens')
    .set({ used_at: sql`used_at - interval '11 seconds'` })
    .where('token_hash', '=', hashToken(session.refreshToken))
    .execute()
  await expect(visit(cookieOf(session.refreshToken))).rejects.toMatchObject(refused)
})

test('accepts access tokens and API tokens with any scope until they are revoked', async () => {
  await visit(undefined, session.accessToken)
  const token = `lgs_${'t'.repeat(40)}`
  const owner = { organization_id: actor.organizationId, user_id: actor.userId }
  await db
    .insertInto('memberships')
    .values({ id: newId('mem'), ...owner, role: 'viewer' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const id = newId('tok')
  await db
    .insertInto('api_tokens')
    .values({ id, ...owner, name: 'CI', token_hash: hashToken(token), hint: 'tttt', scopes: [] })
    .execute()
  await visit(undefined, token)
  await db.updateTable('api_tokens').set({ revoked_at: new Date() }).where('id', '=', id).execute()
  await expect(visit(undefined, token)).rejects.toMatchObject(refused)
  // A valid cookie doesn't make up for a bad token.
  await expect(visit(cookieOf(session.refreshToken), token)).rejects.toMatchObject(refused)
})

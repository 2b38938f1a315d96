import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock/clock.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { createPasswordHasher } from '../../platform/passwords/password-hash.ts'
import { createSealer } from '../../platform/secrets/seal.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { hashToken } from '../../platform/secrets/token.ts'
import { generateIdentity } from '../../platform/secrets/unseal.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createAccessTokens } from './access-token.crypto.ts'
import type { AccountContext } from './account-context.service.ts'
import { type OpenedSession, openSession } from './open-session.action.ts'
import { refreshSession } from './refresh-session.service.ts'
import { findUser, insertUser } from './users.system-repository.ts'

const { database } = await useTestDatabase()
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
let first: OpenedSession
let device: string

beforeEach(async () => {
  const session = await signIn(null)
  first = session
  device = session.deviceToken ?? ''
})

async function signIn(known: Buffer | null): Promise<OpenedSession> {
  const id = newId('usr')
  await insertUser(db, { id, email: `${id}@example.com`, name: '', passwordHash: '!', verified: null })
  const user = await findUser(db, id)
  if (user === undefined) throw new Error('no user')
  return await database.system(async (tx) => await openSession(tx, account, user, { context, device: known }))
}

const refresh = (refreshToken: string, deviceToken: string | null = device) =>
  refreshSession(account, context, { refreshToken, deviceToken })

async function passGraceWindow(refreshToken: string): Promise<void> {
  await db
    .updateTable('refresh_tokens')
    .set({ used_at: sql`used_at - interval '11 seconds'` })
    .where('token_hash', '=', hashToken(refreshToken))
    .execute()
}

test('a browser that lost the response gets the same successor again, and the session continues', async () => {
  const lost = await refresh(first.refreshToken)
  const again = await refresh(first.refreshToken)
  expect(again.refreshToken).toBe(lost.refreshToken)
  expect(await account.accessTokens.read(again.accessToken)).toBeDefined()
  const next = await refresh(again.refreshToken)
  expect(next.refreshToken).not.toBe(again.refreshToken)
})

test('six reloads at once get one successor', async () => {
  const opened = await Promise.all(Array.from({ length: 6 }, () => refresh(first.refreshToken)))
  expect(new Set(opened.map((each) => each.refreshToken)).size).toBe(1)
})

test('a browser that was known before its sign-in gets the successor again too', async () => {
  const later = await signIn(hashToken(device))
  expect(later.deviceToken).toBeNull()
  const lost = await refresh(later.refreshToken)
  expect((await refresh(later.refreshToken)).refreshToken).toBe(lost.refreshToken)
})

test('returns 409 for a token alone, or with the device of another session: the successor stays with its browser', async () => {
  const other = await signIn(null)
  await refresh(first.refreshToken)
  const inProgress = { problem: { code: 'refresh_in_progress' } }
  await expect(refresh(first.refreshToken, null)).rejects.toMatchObject(inProgress)
  await expect(refresh(first.refreshToken, other.deviceToken)).rejects.toMatchObject(inProgress)
  await expect(refresh(first.refreshToken, 'guessed')).rejects.toMatchObject(inProgress)
})

test('returns 409 once the successor was used, because the browser has received it', async () => {
  const second = await refresh(first.refreshToken)
  await refresh(second.refreshToken)
  await expect(refresh(first.refreshToken)).rejects.toMatchObject({ problem: { code: 'refresh_in_progress' } })
})

test('a second use after the window ends the session, even from the same browser', async () => {
  const second = await refresh(first.refreshToken)
  await passGraceWindow(first.refreshToken)
  const invalid = { problem: { code: 'invalid_refresh_token' } }
  await expect(refresh(first.refreshToken)).rejects.toMatchObject(invalid)
  await expect(refresh(second.refreshToken)).rejects.toMatchObject(invalid)
})

test('a repetition does not extend the window', async () => {
  await refresh(first.refreshToken)
  const usedAt = async () =>
    await db
      .selectFrom('refresh_tokens')
      .select('used_at')
      .where('token_hash', '=', hashToken(first.refreshToken))
      .executeTakeFirst()
  const before = await usedAt()
  await refresh(first.refreshToken)
  expect(await usedAt()).toEqual(before)
})

test('the successor depends on the instance key, so the old token alone does not reveal it', async () => {
  const opened = await refresh(first.refreshToken)
  const elsewhere = { ...account, master: new Secret(Buffer.alloc(32, 8)) }
  await expect(
    refreshSession(elsewhere, context, { refreshToken: first.refreshToken, deviceToken: device }),
  ).rejects.toMatchObject({ problem: { code: 'refresh_in_progress' } })
  expect(opened.refreshToken).toMatch(/^[\w-]{43}$/)
})

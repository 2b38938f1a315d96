import { beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/ids/type-id.ts'
import { hashToken, newToken } from '../../platform/secrets/token.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import {
  consumeCode, consumeRecoveryCode, consumeReset, consumeSetupLink, findReset, insertChallenge, insertCode, insertReset, insertSetupLink, replaceRecoveryCodes, spendChallengeTry, spendCodeTry,
} from './codes.system-repository.ts' // biome-ignore format: a list
import { insertUser, nextMfaGeneration, useMfaStep } from './users.system-repository.ts'

const { database } = await useTestDatabase()
const db = database.systemDb
const soon = () => new Date(Date.now() + 60_000)
const past = () => new Date(Date.now() - 1_000)
let userId = newId('usr')

beforeEach(async () => {
  userId = newId('usr')
  await insertUser(db, { id: userId, email: `${userId}@example.com`, name: '', passwordHash: '!', verified: null })
})

async function all<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  return await Promise.all(Array.from({ length: count }, work))
}

test('fifty parallel attempts spend five tries', async () => {
  await insertCode(db, { id: newId('msg'), userId, codeHash: 'h', expiresAt: soon() })
  const spent = await all(50, () => spendCodeTry(db, userId))
  expect(spent.filter((each) => each !== undefined)).toHaveLength(5)
  expect(await spendCodeTry(db, userId)).toBeUndefined()
})

test('an expired code has no tries', async () => {
  await insertCode(db, { id: newId('msg'), userId, codeHash: 'h', expiresAt: past() })
  expect(await spendCodeTry(db, userId)).toBeUndefined()
})

test('a new code replaces the previous one and has its own tries', async () => {
  await insertCode(db, { id: newId('msg'), userId, codeHash: 'old', expiresAt: soon() })
  await all(5, () => spendCodeTry(db, userId))
  await insertCode(db, { id: newId('msg'), userId, codeHash: 'new', expiresAt: soon() })
  expect((await spendCodeTry(db, userId))?.codeHash).toBe('new')
})

test('parallel requests consume a code, a reset link, a setup link, and a recovery code only once', async () => {
  const id = newId('msg')
  await insertCode(db, { id, userId, codeHash: 'h', expiresAt: soon() })
  expect((await all(20, () => consumeCode(db, id))).filter(Boolean)).toHaveLength(1)
  const reset = newToken()
  await insertReset(db, { hash: reset.hash, userId, expiresAt: soon() })
  expect((await all(20, () => consumeReset(db, reset.hash))).filter(Boolean)).toHaveLength(1)
  expect(await findReset(db, reset.hash)).toBeUndefined()
  const link = newToken()
  await insertSetupLink(db, link.hash, soon())
  expect((await all(20, () => consumeSetupLink(db, link.hash))).filter(Boolean)).toHaveLength(1)
  const code = hashToken('ab2cd-ef3gh')
  await replaceRecoveryCodes(db, userId, [code])
  expect((await all(20, () => consumeRecoveryCode(db, userId, code))).filter(Boolean)).toHaveLength(1)
})

test('a newer reset link invalidates the older one, and an expired link does not work', async () => {
  const [older, newer, late] = [newToken(), newToken(), newToken()]
  await insertReset(db, { hash: older.hash, userId, expiresAt: soon() })
  await insertReset(db, { hash: newer.hash, userId, expiresAt: soon() })
  expect(await consumeReset(db, older.hash)).toBeUndefined()
  expect(await consumeReset(db, newer.hash)).toBe(userId)
  await insertReset(db, { hash: late.hash, userId, expiresAt: past() })
  expect(await consumeReset(db, late.hash)).toBeUndefined()
})

test('a challenge has five tries, also for parallel attempts', async () => {
  const { hash } = newToken()
  await insertChallenge(db, { hash, userId, expiresAt: soon() })
  expect((await all(30, () => spendChallengeTry(db, hash))).filter(Boolean)).toHaveLength(5)
})

test('an authenticator period is used once, and earlier periods are rejected after it', async () => {
  expect((await all(10, () => useMfaStep(db, userId, 100))).filter(Boolean)).toHaveLength(1)
  expect(await useMfaStep(db, userId, 99)).toBe(false)
  expect(await useMfaStep(db, userId, 101)).toBe(true)
})

test('each setup of the second factor has its own generation', async () => {
  const started = await all(5, () => nextMfaGeneration(db, userId))
  expect(new Set(started.map((user) => user?.mfa_generation)).size).toBe(5)
})

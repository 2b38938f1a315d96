import { beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { createPasswordHasher } from '../../platform/passwords/password-hash.ts'
import { createSealer } from '../../platform/secrets/seal.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { generateIdentity } from '../../platform/secrets/unseal.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createAccessTokens } from './access-token.crypto.ts'
import type { AccountContext } from './account-context.service.ts'
import { createResetLink } from './create-reset-link.action.ts'
import { createResetPasswordService } from './reset-password.service.ts'
import { createSignInService } from './sign-in.service.ts'

const { database } = await useTestDatabase()
const db = database.systemDb
const publicUrl = 'https://longshore.example.org'
const master = new Secret('m'.repeat(64))
let sendsMail = false
const account: AccountContext = {
  ...{ database, clock: systemClock, publicUrl, signUpMode: 'first-user', master },
  hasher: createPasswordHasher(),
  accessTokens: createAccessTokens({ master, issuer: publicUrl, clock: systemClock }),
  sealer: createSealer((await generateIdentity()).recipient),
  sendsMail: async () => sendsMail,
  unreachableServers: async () => [],
}
const resets = createResetPasswordService(account)
const signIns = createSignInService(account)
const context = { requestId: 'r', ip: '192.0.2.1', userAgent: '' }
const password = 'a long uncommon passphrase 47'
let email: string
let userId: Id<'usr'>

beforeEach(async () => {
  sendsMail = false
  userId = newId('usr')
  email = `${userId}@example.com`
  const password_hash = await account.hasher.hash('the forgotten passphrase 11')
  const user = { id: userId, email, email_key: email, password_hash, email_verified_at: new Date() }
  await db.insertInto('users').values(user).execute()
})

async function print(address = email): Promise<string> {
  const link = await createResetLink(database, address)
  if ('refused' in link) throw new Error(link.refused)
  return link.token
}

test('a printed link sets a new password once and proves nothing about the email address', async () => {
  const token = await print()
  await resets.complete(context, { token, password })
  const { user } = await signIns.signIn(context, { email, password, deviceToken: null })
  expect(user.email).toBe(email)
  await expect(resets.complete(context, { token, password })).rejects.toMatchObject({
    problem: { code: 'invalid_reset_token' },
  })
  const row = await db.selectFrom('users').select('email_proved_by').where('id', '=', userId).executeTakeFirst()
  expect(row?.email_proved_by).toBeNull()
})

test('a newer link replaces the previous one', async () => {
  const [older, newer] = [await print(), await print()]
  const refused = resets.complete(context, { token: older, password })
  await expect(refused).rejects.toMatchObject({ problem: { code: 'invalid_reset_token' } })
  await resets.complete(context, { token: newer, password })
})

test('creates no link for an address without a verified account', async () => {
  await expect(print('nobody@example.com')).rejects.toThrow('no_account')
  await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', userId).execute()
  await expect(print()).rejects.toThrow('not_verified')
})

test('without a mail server, a reset request responds that the operator has the link, identically for every email address', async () => {
  const answers = [await resets.request(context, email), await resets.request(context, 'nobody@example.com')]
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toEqual({ delivery: 'operator', message: expect.stringContaining('reset-link') })
  sendsMail = true
  expect(await resets.request(context, email)).toMatchObject({ delivery: 'email' })
})

test('a sign-in before verification explains how to get the code', async () => {
  await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', userId).execute()
  const body = { email, password: 'the forgotten passphrase 11', deviceToken: null }
  await expect(signIns.signIn(context, body)).rejects.toMatchObject({
    problem: { code: 'email_not_verified' },
    message: expect.not.stringContaining('We sent'),
    hint: expect.stringContaining('longshore-server otp'),
  })
  sendsMail = true
  await expect(signIns.signIn(context, body)).rejects.toMatchObject({ message: expect.stringContaining('We sent') })
})

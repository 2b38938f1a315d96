import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Actor, UserActor } from '../../platform/access/actor.ts'
import { minuteMs, systemClock } from '../../platform/clock/clock.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { connectAsSuperuser } from '../../testing/superuser.ts'
import { testActor } from '../../testing/test-actor.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { requireRecentSignIn } from '../accounts/index.ts'
import { createDeviceSignInService } from './device-sign-in.service.ts'

const { url, database } = await useTestDatabase()
const superuser = connectAsSuperuser(url)
const signIns = createDeviceSignInService({
  database,
  clock: systemClock,
  master: new Secret('m'.repeat(64)),
  publicUrl: 'https://deploy.example.com',
  findProjectIds: async () => [],
  requireRecentSignIn: (actor) => requireRecentSignIn(systemClock, actor),
})
const choices = { name: 'CLI on laptop', scopes: ['projects:read' as const], ipRanges: [], projectIds: [] }
const device = { requestId: 'r', ip: '203.0.113.7', userAgent: 'longshore/1.0.0' }
const invalidCode = { problem: { code: 'invalid_device_code' } }
let actor: Actor
let user: UserActor

beforeEach(async () => {
  await superuser.query('truncate rate_limits')
  const organizationId = newId('org')
  await superuser.query(`insert into organizations (id, name) values ($1, 'Team')`, [organizationId])
  actor = testActor(organizationId, { role: 'developer' })
  await superuser.query(`insert into users (id, email, email_key, password_hash) values ($1, $2, $2, '!')`, [
    actor.userId,
    `${actor.userId}@example.com`,
  ])
  user = { ...device, userId: actor.userId, userName: 'Ada', sessionId: newId('ses'), authenticatedAt: new Date() }
})

const start = () => signIns.start(device, 'Longshore CLI on laptop')
const statusOf = async (deviceCode: string) => (await signIns.poll(deviceCode)).status
const tokensOf = async () => {
  const { rows } = await superuser.query('select * from api_tokens where organization_id = $1', [actor.organizationId])
  return rows
}

test('an approval gives the program a token with the chosen permissions, once', async () => {
  const { deviceCode, userCode, verificationUrlComplete } = await start()
  expect(verificationUrlComplete).toBe(`https://deploy.example.com/device#code=${userCode}`)
  expect(await statusOf(deviceCode)).toBe('pending')
  await signIns.approve(actor, { ...choices, userCode: userCode.toLowerCase().replace('-', ' ') })
  const { status, credential } = await signIns.poll(deviceCode)
  expect(status).toBe('approved')
  expect(credential).toMatchObject({
    scopes: ['projects:read'],
    organization: { id: actor.organizationId, name: 'Team' },
    email: `${actor.userId}@example.com`,
  })
  const [token] = await tokensOf()
  expect(token.token_hash).toEqual(createHash('sha256').update(String(credential?.token)).digest())
  expect(token).toMatchObject({ name: 'CLI on laptop', scopes: ['projects:read'], user_id: actor.userId })
  expect(await signIns.poll(deviceCode)).toMatchObject({ status: 'expired', credential: null })
})

test('the database has neither the codes nor the token, and the audit log names the program', async () => {
  const { deviceCode, userCode } = await start()
  await signIns.approve(actor, { ...choices, userCode })
  const { rows } = await superuser.query('select d::text as text from device_sign_ins d')
  const { credential } = await signIns.poll(deviceCode)
  for (const secret of [deviceCode, userCode, userCode.replace('-', ''), String(credential?.token)])
    for (const form of [secret, Buffer.from(secret).toString('hex')])
      expect(rows.map(({ text }) => text).join('\n')).not.toContain(form)
  const audit = await superuser.query(
    `select action, detail from audit_log where organization_id = $1 and action = 'device_sign_in.approved'`,
    [actor.organizationId],
  )
  expect(audit.rows).toMatchObject([{ detail: { client: 'Longshore CLI on laptop', ip: '203.0.113.7' } }])
})

test('shows who asks, from where, and whether that is the address of the person', async () => {
  const { userCode } = await start()
  const shown = { clientName: 'Longshore CLI on laptop', ip: '203.0.113.7', userAgent: 'longshore/1.0.0' }
  expect(await signIns.find(user, userCode)).toMatchObject({ ...shown, isYourAddress: true })
  expect(await signIns.find({ ...user, ip: '198.51.100.1' }, userCode)).toMatchObject({ isYourAddress: false })
})

test('a denied sign-in stays denied', async () => {
  const { deviceCode, userCode } = await start()
  await signIns.deny(user, userCode)
  expect(await statusOf(deviceCode)).toBe('denied')
  await expect(signIns.approve(actor, { ...choices, userCode })).rejects.toMatchObject(invalidCode)
  await expect(signIns.deny(user, userCode)).rejects.toMatchObject(invalidCode)
  expect(await statusOf(deviceCode)).toBe('denied')
  expect(await tokensOf()).toEqual([])
})

test('an expired code can be neither found, approved, denied, nor collected', async () => {
  const [waiting, approved] = [await start(), await start()]
  await signIns.approve(actor, { ...choices, userCode: approved.userCode })
  await superuser.query(`update device_sign_ins set expires_at = now() - interval '1 second'`)
  const { userCode } = waiting
  await expect(signIns.find(user, userCode)).rejects.toMatchObject(invalidCode)
  await expect(signIns.approve(actor, { ...choices, userCode })).rejects.toMatchObject(invalidCode)
  await expect(signIns.deny(user, userCode)).rejects.toMatchObject(invalidCode)
  expect([await statusOf(waiting.deviceCode), await statusOf(approved.deviceCode)]).toEqual(['expired', 'expired'])
})

test('two approvals at once create one token', async () => {
  const { userCode } = await start()
  const results = await Promise.allSettled([1, 2, 3].map(() => signIns.approve(actor, { ...choices, userCode })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await tokensOf()).toHaveLength(1)
})

test('an approval and a denial at once have one winner', async () => {
  const { userCode, deviceCode } = await start()
  const [approval, denial] = await Promise.allSettled([
    signIns.approve(actor, { ...choices, userCode }),
    signIns.deny(user, userCode),
  ])
  expect([approval.status, denial.status].sort()).toEqual(['fulfilled', 'rejected'])
  expect(await statusOf(deviceCode)).toBe(approval.status === 'fulfilled' ? 'approved' : 'denied')
})

test('polls during an approval see it pending or approved, and exactly one gets the token', async () => {
  const { deviceCode, userCode } = await start()
  const polls = Array.from({ length: 8 }, () => signIns.poll(deviceCode))
  const [during] = await Promise.all([Promise.all(polls), signIns.approve(actor, { ...choices, userCode })])
  const later = await Promise.all([1, 2, 3].map(() => signIns.poll(deviceCode)))
  const got = [...during, ...later].filter(({ credential }) => credential !== null)
  expect(got).toHaveLength(1)
})

test('a failed approval leaves the code usable', async () => {
  const { deviceCode, userCode } = await start()
  const denied = { problem: { code: 'role_above_own' } }
  await expect(signIns.approve(actor, { ...choices, userCode, scopes: ['secrets:reveal'] })).rejects.toMatchObject(
    denied,
  )
  const unknown = { ...choices, userCode, projectIds: [newId('prj')] }
  await expect(signIns.approve(actor, unknown)).rejects.toThrow()
  const stale = { ...actor, authenticatedAt: new Date(Date.now() - 11 * minuteMs) }
  const old = { problem: { code: 'recent_sign_in_required' } }
  await expect(signIns.approve(stale, { ...choices, userCode })).rejects.toMatchObject(old)
  const token = { problem: { code: 'person_required' } }
  await expect(signIns.approve({ ...actor, kind: 'token' }, { ...choices, userCode })).rejects.toMatchObject(token)
  expect(await statusOf(deviceCode)).toBe('pending')
  await signIns.approve(actor, { ...choices, userCode })
  expect(await statusOf(deviceCode)).toBe('approved')
})

test('a token that was revoked before it was collected is not handed out', async () => {
  const { deviceCode, userCode } = await start()
  const { id } = await signIns.approve(actor, { ...choices, userCode })
  await superuser.query('update api_tokens set revoked_at = now() where id = $1', [id])
  expect(await signIns.poll(deviceCode)).toMatchObject({ status: 'expired', credential: null })
})

test('a program that polls too fast has to wait longer', async () => {
  const { deviceCode } = await start()
  expect(await signIns.poll(deviceCode)).toMatchObject({ status: 'pending', intervalSeconds: 5 })
  expect(await signIns.poll(deviceCode)).toMatchObject({ status: 'slow_down', intervalSeconds: 10 })
  await superuser.query(`update device_sign_ins set last_polled_at = now() - interval '10 seconds'`)
  expect(await signIns.poll(deviceCode)).toMatchObject({ status: 'pending', intervalSeconds: 10 })
})

test('guesses and starts are limited', async () => {
  const { userCode } = await start()
  const guess = () => signIns.find(user, 'BBBB-BBBB')
  for (let count = 0; count < 30; count += 1) await expect(guess()).rejects.toMatchObject(invalidCode)
  const limited = { problem: { code: 'rate_limited' } }
  await expect(guess()).rejects.toMatchObject(limited)
  await expect(signIns.find(user, userCode)).rejects.toMatchObject(limited)
  await expect(signIns.approve(actor, { ...choices, userCode })).rejects.toMatchObject(limited)
  for (let count = 1; count < 30; count += 1) await start()
  await expect(start()).rejects.toMatchObject(limited)
  expect(await statusOf('unknown')).toBe('expired')
})

import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../platform/access/actor.ts'
import type { Role } from '../../platform/access/permissions.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { hashToken } from '../../platform/secrets/token.ts'
import { connectAsSuperuser } from '../../testing/superuser.ts'
import { testActor } from '../../testing/test-actor.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { stillAllowed } from '../accounts/authentication.system-repository.ts'
import { createMembersService } from './members.service.ts'

const { url, database } = await useTestDatabase()
const superuser = connectAsSuperuser(url)
const sealer = { recipient: 'age1test', seal: async () => 'sealed' }
const options = {
  database,
  sealer: sealer as never,
  clock: systemClock,
  publicUrl: 'https://longshore.example',
  mailsPerDay: 80,
}
const members = createMembersService(options)
let organizationId = newId('org')

interface Person {
  actor: Actor
  memberId: Id<'mem'>
}

async function addMember(role: Role): Promise<Person> {
  const [userId, memberId] = [newId('usr'), newId('mem')]
  const email = `${userId}@example.com`
  await superuser.query(`insert into users (id, email, email_key, password_hash) values ($1, $2, $2, '!')`, [
    userId,
    email,
  ])
  await superuser.query('insert into memberships (id, organization_id, user_id, role) values ($1, $2, $3, $4)', [
    memberId,
    organizationId,
    userId,
    role,
  ])
  return { actor: testActor(organizationId, { userId, userName: email, role }), memberId }
}

async function tokenFor(owner: Actor, email: string, role: Role = 'viewer'): Promise<Buffer> {
  const { link } = await members.invite(owner, { email, role })
  return hashToken(link.split('#token=')[1] ?? '')
}

async function addUser(): Promise<{ actor: never; email: string }> {
  const userId = newId('usr')
  const email = `${userId}@example.com`
  await superuser.query(`insert into users (id, email, email_key, password_hash) values ($1, $2, $2, '!')`, [
    userId,
    email,
  ])
  return { actor: { userId, userName: email, requestId: 'r', ip: '', userAgent: '' } as never, email }
}

beforeEach(async () => {
  organizationId = newId('org')
  await superuser.query(`insert into organizations (id, name) values ($1, 'Team')`, [organizationId])
})

test('two owners who demote each other concurrently leave one', async () => {
  const [one, two] = [await addMember('owner'), await addMember('owner')]
  const results = await Promise.allSettled([
    members.changeRole(one.actor, two.memberId, 'viewer'),
    members.changeRole(two.actor, one.memberId, 'viewer'),
  ])
  expect(results.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('two owners who remove each other concurrently leave one', async () => {
  const [one, two] = [await addMember('owner'), await addMember('owner')]
  const results = await Promise.allSettled([
    members.remove(one.actor, two.memberId),
    members.remove(two.actor, one.memberId),
  ])
  expect(results.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('the only owner can be neither demoted nor removed', async () => {
  const owner = await addMember('owner')
  await expect(members.changeRole(owner.actor, owner.memberId, 'admin')).rejects.toMatchObject({
    problem: { code: 'last_owner' },
  })
  await expect(members.remove(owner.actor, owner.memberId)).rejects.toMatchObject({ problem: { code: 'last_owner' } })
})

test('an organization that was created with an account takes invitations like any other', async () => {
  const owner = await addMember('owner')
  const guest = await addUser()
  await superuser.query('update organizations set personal = true where id = $1', [organizationId])
  await members.accept(guest.actor, await tokenFor(owner.actor, guest.email))
  const { items } = await members.list(owner.actor, { limit: 10 })
  expect(items.map(({ role }) => role).sort()).toEqual(['owner', 'viewer'])
})

test('an invitation is for its email address, once', async () => {
  const owner = await addMember('owner')
  const [guest, stranger] = [await addUser(), await addUser()]
  const token = await tokenFor(owner.actor, guest.email)
  await expect(members.accept(stranger.actor, token)).rejects.toMatchObject({ problem: { code: 'invalid_invitation' } })
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => members.accept(guest.actor, token)))
  expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
})

test('the member quota holds when invitations are accepted concurrently', async () => {
  const owner = await addMember('owner')
  const guests = await Promise.all(Array.from({ length: 6 }, addUser))
  const tokens = await Promise.all(guests.map((guest) => tokenFor(owner.actor, guest.email)))
  await superuser.query(`update organizations set quotas = '{"members": 3}' where id = $1`, [organizationId])
  const results = await Promise.allSettled(
    guests.map((guest, index) => members.accept(guest.actor, tokens[index] ?? Buffer.alloc(0))),
  )
  expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(2)
})

test("open invitations count against the quota, a second one to the same email address doesn't", async () => {
  const owner = await addMember('owner')
  await superuser.query(`update organizations set quotas = '{"members": 3}' where id = $1`, [organizationId])
  await tokenFor(owner.actor, 'one@example.com')
  await tokenFor(owner.actor, 'two@example.com')
  await tokenFor(owner.actor, 'TWO@example.com')
  await expect(tokenFor(owner.actor, 'three@example.com')).rejects.toMatchObject({
    problem: { code: 'quota_exceeded' },
  })
})

test('rejects granting a role higher than the member has', async () => {
  await addMember('owner')
  const [admin, viewer] = [await addMember('admin'), await addMember('viewer')]
  await expect(members.changeRole(admin.actor, viewer.memberId, 'owner')).rejects.toMatchObject({
    problem: { code: 'role_above_own' },
  })
  await expect(members.invite(admin.actor, { email: 'x@example.com', role: 'owner' })).rejects.toMatchObject({
    problem: { code: 'role_above_own' },
  })
})

test('a token grants and revokes only roles whose permissions are among its scopes', async () => {
  const owner = await addMember('owner')
  const [admin, viewer] = [await addMember('admin'), await addMember('viewer')]
  const refused = { problem: { code: 'role_above_own' } }
  const token: Actor = { ...owner.actor, kind: 'token', permissions: new Set(['members:read', 'members:write']) }
  for (const role of ['viewer', 'owner'] as const)
    await expect(members.invite(token, { email: 'x@example.com', role })).rejects.toMatchObject(refused)
  await expect(members.changeRole(token, viewer.memberId, 'owner')).rejects.toMatchObject(refused)
  await expect(members.remove(token, admin.memberId)).rejects.toMatchObject(refused)
  const wide: Actor = { ...token, permissions: new Set([...token.permissions, ...viewer.actor.permissions]) }
  expect(await members.invite(wide, { email: 'x@example.com', role: 'viewer' })).toMatchObject({ role: 'viewer' })
  await expect(members.invite(wide, { email: 'y@example.com', role: 'developer' })).rejects.toMatchObject(refused)
})

test('an email address is invited at most twice a day here, whatever its spelling; others still can be', async () => {
  const { actor } = await addMember('owner')
  const invite = (email: string) => members.invite(actor, { email, role: 'viewer' })
  await invite('often@example.com')
  await invite('often@example.com')
  await expect(invite('OFTEN@example.com')).rejects.toMatchObject({ problem: { code: 'rate_limited' } })
  await invite('seldom@example.com')
})

test('an organization can send its daily mails to any number of recipients, and no more', async () => {
  const { actor } = await addMember('owner')
  const few = createMembersService({ ...options, mailsPerDay: 2 })
  const invite = (email: string) => few.invite(actor, { email, role: 'viewer' })
  await invite('one@example.com')
  await invite('two@example.com')
  await expect(invite('three@example.com')).rejects.toMatchObject({ problem: { code: 'rate_limited' } })
})

test('a lower role ends open streams, a higher one keeps them', async () => {
  const owner = await addMember('owner')
  const { actor, memberId } = await addMember('admin')
  const sessionId = newId('ses')
  await superuser.query(
    `insert into sessions (id, user_id, user_agent, ip, expires_at) values ($1, $2, '', '192.0.2.1', now() + interval '1 hour')`,
    [sessionId, actor.userId],
  )
  const stream = { organizationId, userId: actor.userId, role: 'admin' as const, sessionId }
  const isAllowed = async () => (await stillAllowed(database.systemDb, [stream]))[0]
  expect(await isAllowed()).toBe(true)
  await members.changeRole(owner.actor, memberId, 'owner')
  expect(await isAllowed()).toBe(true)
  await members.changeRole(owner.actor, memberId, 'developer')
  expect(await isAllowed()).toBe(false)
})

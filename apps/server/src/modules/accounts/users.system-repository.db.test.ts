import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { connectAsSuperuser } from '../../testing/superuser.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import {
  findUserByEmail,
  insertUser,
  listDeletedWithAccount,
  organizationsOnlyOwnedBy,
  saveLastOrganization,
  updateUser,
} from './users.system-repository.ts'

const { url, database } = await useTestDatabase()
const superuser = connectAsSuperuser(url)

async function addUser(email: string): Promise<Id<'usr'>> {
  const id = newId('usr')
  await insertUser(database.systemDb, {
    id,
    email,
    name: '',
    passwordHash: '!',
    verified: { at: new Date(), by: 'mail' },
  })
  return id
}

async function addOrganization(name: string, owners: Id<'usr'>[], isOwn = false): Promise<Id<'org'>> {
  const id = newId('org')
  await superuser.query('insert into organizations (id, name, personal) values ($1, $2, $3)', [id, name, isOwn])
  for (const owner of owners)
    await superuser.query(`insert into memberships (id, organization_id, user_id, role) values ($1, $2, $3, 'owner')`, [
      newId('mem'),
      id,
      owner,
    ])
  return id
}

async function leave(id: Id<'usr'>, holdMs: number): Promise<string[]> {
  return await database.system(async (tx) => {
    const orphaned = await organizationsOnlyOwnedBy(tx, id)
    await delay(holdMs)
    if (orphaned.length === 0) await updateUser(tx, id, { deletion_due_at: new Date() })
    return orphaned
  })
}

test('when two owners leave at the same time, the second is rejected as the last owner', async () => {
  const [one, two] = [await addUser('one@example.com'), await addUser('two@example.com')]
  await addOrganization('Shared', [one, two])
  const answers = await Promise.all([leave(one, 150), leave(two, 150)])
  expect(answers.map((each) => each.length).sort()).toEqual([0, 1])
})

test('an owner who is about to leave does not count as an owner', async () => {
  const [staying, leaving] = [await addUser('staying@example.com'), await addUser('leaving@example.com')]
  await addOrganization('Left', [staying, leaving])
  expect(await leave(leaving, 0)).toEqual([])
  expect(await leave(staying, 0)).toEqual(['Left'])
})

test('the organization of an account is deleted with it only while it has no other member', async () => {
  const [alone, host, guest] = [
    await addUser('a@example.com'),
    await addUser('h@example.com'),
    await addUser('g@example.com'),
  ]
  const own = await addOrganization('Own', [alone], true)
  const shared = await addOrganization('Hosted', [host], true)
  await superuser.query(`insert into memberships (id, organization_id, user_id, role) values ($1, $2, $3, 'viewer')`, [
    newId('mem'),
    shared,
    guest,
  ])
  expect(await listDeletedWithAccount(database.systemDb, alone)).toEqual([own])
  expect(await leave(alone, 0)).toEqual([])
  expect(await listDeletedWithAccount(database.systemDb, host)).toEqual([])
  expect(await leave(host, 0)).toEqual(['Hosted'])
})

test('remembers only an organization that the user belongs to, without changing the version', async () => {
  const [member, stranger] = [await addUser('m@example.com'), await addUser('s@example.com')]
  const id = await addOrganization('Mine', [member])
  expect(await saveLastOrganization(database.systemDb, stranger, id)).toBe(false)
  expect(await saveLastOrganization(database.systemDb, member, id)).toBe(true)
  const user = await findUserByEmail(database.systemDb, 'm@example.com')
  expect([user?.last_organization_id, user?.version]).toEqual([id, 1])
})

test('one email address is one account, regardless of case and of parallel registrations', async () => {
  const created = await Promise.all(
    ['Ada@Example.com', 'ada@example.com', 'ADA@EXAMPLE.COM'].map((email) =>
      insertUser(database.systemDb, { id: newId('usr'), email, name: '', passwordHash: '!', verified: null }),
    ),
  )
  expect(created.filter((each) => each !== undefined)).toHaveLength(1)
  expect((await findUserByEmail(database.systemDb, 'aDa@eXample.com'))?.id).toBe(
    created.find((each) => each !== undefined)?.id,
  )
})

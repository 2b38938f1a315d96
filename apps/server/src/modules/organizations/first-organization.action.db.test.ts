import { expect, test } from 'vitest'
import { newId } from '../../platform/ids/type-id.ts'
import { connectAsSuperuser } from '../../testing/superuser.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import {
  ensureFirstOrganization,
  hasWaitingOrganization,
  takeWaitingOrganization,
} from './first-organization.action.ts'
import { createOwnOrganization } from './organizations.service.ts'

const { url, database } = await useTestDatabase()
const superuser = connectAsSuperuser(url)

async function addUser() {
  const id = newId('usr')
  await superuser.query(`insert into users (id, email, email_key, password_hash) values ($1, $2, $2, '!')`, [
    id,
    `${id}@example.com`,
  ])
  return id
}

test('creates one organization that waits for its owner, and only one of several concurrent users gets it', async () => {
  expect(await hasWaitingOrganization(database.systemDb)).toBe(false)
  const created = await Promise.all([1, 2, 3].map(() => database.system(ensureFirstOrganization)))
  expect(new Set(created).size).toBe(1)
  expect(await hasWaitingOrganization(database.systemDb)).toBe(true)

  const people = await Promise.all([addUser(), addUser(), addUser()])
  const taken = await Promise.all(
    people.map((userId) => database.system((tx) => takeWaitingOrganization(tx, { userId, name: 'Ada' }))),
  )
  expect(taken.filter((each) => each)).toHaveLength(1)
  const owners = await superuser.query<{ user_id: string; role: string }>(
    'select user_id, role from memberships where organization_id = $1',
    [created[0]],
  )
  expect(owners.rows).toEqual([{ user_id: people[taken.indexOf(true)], role: 'owner' }])
  expect(await hasWaitingOrganization(database.systemDb)).toBe(false)
  expect(await database.system(ensureFirstOrganization)).toBe(created[0])

  await database.system((tx) => createOwnOrganization(tx, { userId: people[0] ?? newId('usr'), name: 'Another' }))
  expect(await database.system(ensureFirstOrganization)).toBeUndefined()
})

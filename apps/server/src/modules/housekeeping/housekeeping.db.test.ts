import { expect, test } from 'vitest'
import { newId } from '../../platform/ids/type-id.ts'
import { connectAsSuperuser } from '../../testing/superuser.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestEnvironment } from '../../testing/test-deployments.ts'
import { createPersonalOrganization, ensureFirstOrganization, hasWaitingOrganization } from '../organizations/index.ts'
import { removeDeletedAccounts, removeExpiredRows } from './housekeeping.system-repository.ts'

const { url, database } = await useTestDatabase()
const superuser = connectAsSuperuser(url)

async function addAccount(due: string | null) {
  const id = newId('usr')
  await superuser.query(
    `insert into users (id, email, email_key, password_hash, email_verified_at, deletion_due_at)
     values ($1, $2, $2, '!', now(), now() + $3::interval)`,
    [id, `${id}@example.com`, due],
  )
  await database.system((tx) => createPersonalOrganization(tx, { userId: id, name: 'Ada' }))
  return id
}

async function namesOf(table: 'users' | 'organizations'): Promise<string[]> {
  const { rows } = await superuser.query<{ id: string }>(`select id from ${table} order by id`)
  return rows.map(({ id }) => id)
}

test('the organization that waits for its first owner is kept', async () => {
  const waiting = await database.system(ensureFirstOrganization)
  expect(await removeDeletedAccounts(database.systemDb)).toBe(0)
  expect(await namesOf('organizations')).toEqual([waiting])
  expect(await hasWaitingOrganization(database.systemDb)).toBe(true)
})

test('an account that is due goes with its personal organization, and no other', async () => {
  const before = await namesOf('organizations')
  const due = await addAccount('-1 minute')
  const later = await addAccount('1 day')
  const kept = await addAccount(null)
  expect(await removeDeletedAccounts(database.systemDb)).toBe(1)
  expect(await namesOf('users')).toEqual([later, kept].toSorted())
  expect(await namesOf('users')).not.toContain(due)
  expect(await namesOf('organizations')).toHaveLength(before.length + 2)
})

test('a table that cannot be worked on keeps none of the others', async () => {
  const { organizationId } = await createTestEnvironment(database)
  await superuser.query(
    `insert into idempotency_keys (organization_id, key, request_hash, created_at)
     select $1, 'key-' || n, '\\x00', now() - interval '2 days' from generate_series(1, 12000) n`,
    [organizationId],
  )
  const holder = await superuser.connect()
  await holder.query('begin; lock table domain_holds in access exclusive mode')
  await expect(removeExpiredRows(database)).rejects.toThrow(/^domain_holds: .*lock timeout$/)
  await holder.query('rollback')
  holder.release()
  expect(await countOf('idempotency_keys', 'true')).toBe(0)
})

async function countOf(table: string, where: string): Promise<number> {
  const { rows } = await superuser.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`)
  return rows[0]?.n ?? -1
}

import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids/type-id.ts'
import { connectAsSuperuser } from '../../../testing/superuser.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestEnvironment } from '../../../testing/test-deployments.ts'
import { removeOldHistory } from './history.system-repository.ts'
import { removeExpiredRows } from './housekeeping.system-repository.ts'

const { url, database } = await useTestDatabase()
const superuser = connectAsSuperuser(url)

test("a table that fails doesn't block the others", async () => {
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

test('removes old history, except what is live or can be rolled back to', async () => {
  const { organizationId, environmentId, serverId } = await createTestEnvironment(database)
  const release = async (imagesRemoved: boolean) => {
    const id = newId('rel')
    await superuser.query(
      `insert into releases (id, organization_id, environment_id, deployment_id, server_id, services, images_removed_at, created_at)
       values ($1, $2, $3, $1, $4, '[]', $5, now() - interval '400 days')`,
      [id, organizationId, environmentId, serverId, imagesRemoved ? new Date() : null],
    )
    return id
  }
  let number = 0
  const deployment = async (status: string, age: string, releaseId: string | null = null) => {
    const id = newId('dep')
    number += 1
    const error = status === 'failed' ? '{}' : null
    await superuser.query(
      `insert into deployments (id, organization_id, environment_id, number, status, trigger, release_id, error, created_at, finished_at)
       values ($1, $2, $3, $4, $5, 'manual', $6, $7, now() - $8::interval, now() - $8::interval)`,
      [id, organizationId, environmentId, number, status, releaseId, error, age],
    )
    await superuser.query(
      `insert into run_event_counters (run_id, organization_id, seq, last_at) values ($1, $2, 1, now() - $3::interval)`,
      [id, organizationId, age],
    )
    return id
  }
  const [kept, gone] = [await release(false), await release(true)]
  await deployment('failed', '400 days')
  await deployment('retired', '400 days', gone)
  const stay = [
    await deployment('live', '400 days', kept),
    await deployment('retired', '400 days', kept),
    await deployment('failed', '300 days'),
  ]
  await removeOldHistory(database, 365)
  const { rows } = await superuser.query<{ id: string }>('select id from deployments order by number')
  expect(rows.map(({ id }) => id)).toEqual(stay)
  expect(await countOf('releases', 'true')).toBe(1)
  expect(await countOf('run_event_counters', `run_id = any ('{${stay.join()}}')`)).toBe(3)
  expect(await countOf('run_event_counters', `organization_id = '${organizationId}'`)).toBe(3)
})

async function countOf(table: string, where: string): Promise<number> {
  const { rows } = await superuser.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`)
  return rows[0]?.n ?? -1
}

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { newId } from '../ids/type-id.ts'
import { publishEvent } from './publish.ts'
import { maintainEventTables } from './retention.ts'
import { createEventSource } from './stream-source.ts'

const { database, url } = await useTestDatabase()
const { default: pg } = await import('pg')
const events = createEventSource(database)

test('creates partitions four weeks ahead, and only once when run concurrently', async () => {
  const [first, second] = await Promise.all([maintainEventTables(database), maintainEventTables(database)])
  expect([first, second]).toEqual([
    { made: 0, dropped: 0 },
    { made: 0, dropped: 0 },
  ])
  expect(await partitions('events')).toHaveLength(6)
  expect(await partitions('run_events')).toHaveLength(6)
})

test('keeps an event without a partition, and moves it when the partition is created; drops old partitions whole', async () => {
  const organizationId = newId('org')
  const publish = () =>
    database.tenant(organizationId, (tx) => publishEvent(tx, { organizationId, kind: 'audit', data: {} }))
  await publish()
  const named = (await partitions('events')).filter((name) => name !== 'events_default')
  await asOwner(`drop table ${named.join(', ')}`)
  await publish()
  expect(await count('events_default')).toBe(1)
  expect(await maintainEventTables(database)).toEqual({ made: 5, dropped: 0 })
  expect(await count('events_default')).toBe(0)
  await publish()
  expect((await read(organizationId)).map((row) => row.seq)).toEqual([2, 3])

  await asOwner(`create table events_p20200106 partition of events for values from ('2020-01-06Z') to ('2020-01-13Z')`)
  expect(await maintainEventTables(database)).toEqual({ made: 0, dropped: 1 })
  expect((await read(organizationId)).map((row) => row.seq)).toEqual([2, 3])
})

test("a partition that can't be locked blocks neither dropping others nor creating new ones", async () => {
  for (const week of ['20200106', '20200113', '20200120'])
    await asOwner(`create table events_p${week} partition of events
      for values from ('${week}Z') to ('${week}Z'::timestamptz + interval '7 days')`)
  const ahead = (await partitions('events')).filter((name) => name.startsWith('events_p')).sort()
  await asOwner(`drop table ${ahead.at(-1)}`)
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  await reader.query('begin; lock table events_p20200113 in access share mode')
  await expect(maintainEventTables(database)).rejects.toThrow(/drop partitions of events: .*lock timeout/)
  expect((await partitions('events')).sort()).toEqual(
    [...ahead, 'events_default'].filter((name) => name !== 'events_p20200106').sort(),
  )
  await reader.end()
  expect(await maintainEventTables(database)).toEqual({ made: 0, dropped: 2 })
})

test('removes rows without a partition after their retention', async () => {
  const insert = (seq: number, age: string) =>
    asOwner(`insert into run_events (run_id, organization_id, seq, kind, data, created_at)
      values ('00000000-0000-4000-8000-000000000001', null, ${seq}, 'log', '{}', now() - interval '${age}')`)
  await insert(1, '91 days')
  await insert(2, '89 days')
  expect(await count('run_events_default')).toBe(2)
  await maintainEventTables(database)
  expect(await count('run_events_default')).toBe(1)
})

test('a tenant can neither create nor drop partitions', async () => {
  for (const call of [
    sql`select ensure_event_partitions('events', 1)`,
    sql`select drop_event_partitions('events', now())`,
    sql`select empty_default_partition('events', now(), 1)`,
  ]) {
    await expect(database.tenant(newId('org'), (tx) => call.execute(tx))).rejects.toThrow(/permission denied/)
  }
  await expect(database.system((tx) => sql`select drop_event_partitions('users', now())`.execute(tx))).rejects.toThrow()
})

function read(organizationId: ReturnType<typeof newId<'org'>>) {
  return events.read({ key: organizationId, organizationId }, 0, 10)
}

async function partitions(parent: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${parent}::regclass and
    (select relkind from pg_class where oid = inhrelid) = 'r'`.execute(database.systemDb)
  return rows.map((row) => row.name)
}

async function count(table: string): Promise<number> {
  const rows = await asOwner(`select count(*)::int as n from ${table}`)
  return rows[0].n
}

async function asOwner(text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

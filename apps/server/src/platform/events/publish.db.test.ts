import { randomUUID } from 'node:crypto'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createDatabase, type OrganizationId } from '../database/database.ts'
import { newId } from '../ids/type-id.ts'
import { appendRunEvents, closeRunStream, publishEvent, publishEvents } from './publish.ts'
import { createEventSource, createRunEventSource } from './stream-source.ts'
import { encodeEntry } from './stream-tail.ts'

const { url, database } = await useTestDatabase()
const events = createEventSource(database)
const runEvents = createRunEventSource(database)

test('50 concurrent writers: numbers have no gaps and a resuming reader misses nothing', async () => {
  const organizationId = newId('org')
  const total = 500
  await using many = createDatabase({ url, poolSize: 50, applicationName: 'writers' })
  let isDone = false
  const seen: number[] = []
  // Reads as fast as possible while the writers run: a number that became visible late would be behind its position.
  const reader = (async () => {
    while (!isDone || seen.length < total) {
      const rows = await events.read({ key: organizationId, organizationId }, seen.at(-1) ?? 0, 7)
      seen.push(...rows.map((row) => row.seq))
      if (isDone && rows.length === 0) return
    }
  })()
  let rolledBack = 0
  const writer = async (name: number) => {
    for (let n = 0; n < total / 50; n += 1) {
      await many.tenant(organizationId, async (tx) => {
        await sql`select pg_sleep(${Math.random() / 500})`.execute(tx)
        await publishEvent(tx, { organizationId, kind: 'project_updated', data: { name, n } })
      })
      if (n % 3 !== 0) continue
      await failAfterPublishing(organizationId)
      rolledBack += 1
    }
  }
  await Promise.all(Array.from({ length: 50 }, (_, name) => writer(name)))
  isDone = true
  await reader
  expect(rolledBack).toBe(200)
  expect(seen).toEqual(Array.from({ length: total }, (_, n) => n + 1))
})

test('numbers are in commit order: a later number never commits before an earlier one', async () => {
  const organizationId = newId('org')
  const order: number[] = []
  await Promise.all(
    Array.from({ length: 20 }, () =>
      database
        .tenant(organizationId, async (tx) => {
          const seq = await publishEvent(tx, { organizationId, kind: 'project_updated', data: {} })
          // While this transaction holds its number, no other transaction gets one.
          order.push(seq)
          await sql`select pg_sleep(0.003)`.execute(tx)
          expect(order.at(-1)).toBe(seq)
          return seq
        })
        .then((seq) => expect(order.indexOf(seq)).toBe(seq - 1)),
    ),
  )
})

test('created_at increases with the numbers even if the clock was set back', async () => {
  const organizationId = newId('org')
  const publish = () =>
    database.tenant(organizationId, (tx) => publishEvent(tx, { organizationId, kind: 'audit', data: {} }))
  await publish()
  await database.system((tx) =>
    sql`update event_counters set last_at = now() + interval '1 hour' where organization_id = ${organizationId}`.execute(
      tx,
    ),
  )
  await publish()
  await publish()
  const rows = await database.systemDb
    .selectFrom('events')
    .select(['seq', 'created_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('seq')
    .execute()
  expect(rows.map((row) => row.seq)).toEqual([1, 2, 3])
  expect(rows[1]?.created_at.getTime()).toBeGreaterThan(Date.now() + 3_000_000)
})

test('sends one notification per call, with key and number only, and none for a rollback', async () => {
  const organizationId = newId('org')
  const runId = randomUUID()
  const heard: string[] = []
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  afterAll(() => client.end())
  client.on('notification', (message) => heard.push(`${message.channel} ${message.payload}`))
  await client.query('listen events; listen run_events')
  expect(await failAfterPublishing(organizationId)).toBe(1)
  const event = { kind: 'project_updated', data: { secret: 'not in a notification' } }
  await database.tenant(organizationId, async (tx) => {
    await appendRunEvents(tx, { runId, organizationId, events: Array(200).fill({ kind: 'log', data: { text: 'x' } }) })
    await publishEvents(tx, organizationId, [event, event, event])
  })
  await vi.waitFor(() => expect(heard).toEqual([`run_events ${runId}:200`, `events ${organizationId}:3`]))
})

test("an organization reads only its own events and can't write into another stream", async () => {
  const [mine, theirs] = [newId('org'), newId('org')]
  const runId = randomUUID()
  await database.tenant(mine, async (tx) => {
    await appendRunEvents(tx, { runId, organizationId: mine, events: [{ kind: 'log', data: {} }] })
    await publishEvent(tx, { organizationId: mine, kind: 'audit', data: {} })
  })
  expect(await runEvents.read({ key: runId, organizationId: theirs }, 0, 10)).toEqual([])
  expect(await events.read({ key: mine, organizationId: theirs }, 0, 10)).toEqual([])
  const forged = { kind: 'audit', data: {} }
  await expect(database.tenant(theirs, (tx) => publishEvents(tx, mine, [forged]))).rejects.toThrow(/row-level security/)
  await expect(
    database.tenant(theirs, (tx) => appendRunEvents(tx, { runId, organizationId: theirs, events: [forged] })),
  ).rejects.toThrow()
  await expect(
    database.system((tx) => appendRunEvents(tx, { runId, organizationId: theirs, events: [forged] })),
  ).rejects.toThrow(/another organization/)
  expect(await runEvents.heads([runId])).toMatchObject([{ seq: 1, organizationId: mine }])
})

test("partitions don't bypass row-level security", async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_inherits i on i.inhrelid = c.oid
    where c.relkind = 'r' and c.relname ~ 'events_'`.execute(database.systemDb)
  expect(rows.length).toBeGreaterThan(9)
  for (const { name } of rows) {
    await expect(
      database.tenant(newId('org'), (tx) => sql`select from ${sql.table(name)}`.execute(tx)),
    ).rejects.toThrow(/permission denied/)
  }
})

test("stored events can't be changed", async () => {
  for (const table of ['events', 'run_events']) {
    for (const change of [sql`delete from ${sql.table(table)}`, sql`update ${sql.table(table)} set kind = 'x'`]) {
      await expect(database.system((tx) => change.execute(tx))).rejects.toThrow(/permission denied/)
      await expect(database.tenant(newId('org'), (tx) => change.execute(tx))).rejects.toThrow(/permission denied/)
    }
  }
})

test('a closed run accepts no more events and keeps its final state', async () => {
  const runId = randomUUID()
  const stream = { runId, organizationId: null }
  const final = { kind: 'status', data: { status: 'live' } }
  await database.system((tx) => appendRunEvents(tx, { ...stream, events: [{ kind: 'log', data: { text: 'a' } }] }))
  expect(await database.system((tx) => closeRunStream(tx, { ...stream, final }))).toBe(3)
  await expect(
    database.system((tx) => appendRunEvents(tx, { ...stream, events: [{ kind: 'log', data: {} }] })),
  ).rejects.toThrow(/closed/)
  await expect(database.system((tx) => closeRunStream(tx, { ...stream, final }))).rejects.toThrow(/closed/)
  expect(await runEvents.read({ key: runId, organizationId: null }, 0, 10)).toMatchObject([
    { seq: 1, kind: 'log' },
    { seq: 2, kind: 'status', json: '{"status": "live"}' },
    { seq: 3, kind: 'end' },
  ])
  expect(await runEvents.heads([runId])).toEqual([{ key: runId, organizationId: null, seq: 3, final }])
})

test('stores any program output as one message of the stream', async () => {
  const runId = randomUUID()
  const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 50 }), 300)
  texts.push(
    '\0',
    'a\0b\ud800',
    '\udc00\ud800',
    '\\u0000',
    '\\\\u0000',
    '\\\0',
    '😀',
    '"\n\r\u2028',
    '\u0001'.repeat(16 * 1024),
  )
  for (let start = 0; start < texts.length; start += 200) {
    const chunk = texts
      .slice(start, start + 200)
      .map((text) => ({ kind: 'log', data: { text, [text.slice(0, 50)]: 1 } }))
    await database.system((tx) => appendRunEvents(tx, { runId, organizationId: null, events: chunk }))
  }
  const rows = await runEvents.read({ key: runId, organizationId: null }, 0, 1_000)
  const stored = rows.map((row) => JSON.parse(row.json).text)
  expect(stored).toEqual(texts.map((text) => text.toWellFormed().replaceAll('\0', '\ufffd')))
  const messages: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => void messages.push(message) })
  for (const row of rows) parser.feed(encodeEntry(row).frame.toString())
  expect(messages.map((message) => JSON.parse(message.data).text)).toEqual(stored)
})

test('rejects invalid events before they reach the database', async () => {
  const organizationId = newId('org')
  const refuse = (kind: string, data: unknown) =>
    expect(database.tenant(organizationId, (tx) => publishEvents(tx, organizationId, [{ kind, data }]))).rejects
  await refuse('end', {}).toThrow(/kind/)
  await refuse('a\nb', {}).toThrow(/kind/)
  await refuse('audit', undefined).toThrow(/JSON/)
  await refuse('audit', 'x'.repeat(129 * 1024)).toThrow(/bytes/)
  await expect(database.tenant(organizationId, (tx) => publishEvents(tx, organizationId, []))).rejects.toThrow(
    /0 events/,
  )
})

async function failAfterPublishing(organizationId: OrganizationId): Promise<number> {
  return await database
    .tenant(organizationId, async (tx) => {
      await publishEvent(tx, { organizationId, kind: 'project_updated', data: {} })
      throw new Error('on purpose')
    })
    .catch(() => 1)
}

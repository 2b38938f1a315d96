import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { newId } from '../ids/type-id.ts'
import { consumeTicket, createTicket } from './stream-tickets.ts'

const { database } = await useTestDatabase()
const owner = {
  organizationId: newId('org'),
  userId: newId('usr'),
  actorKind: 'session' as const,
  actorId: newId('ses'),
}
const path = '/api/v1/events'

beforeAll(async () => {
  await database.system(async (tx) => {
    await sql`insert into organizations (id, name) values (${owner.organizationId}, 'o')`.execute(tx)
    await sql`insert into users (id, email, email_key, password_hash)
      values (${owner.userId}, 'a@example.com', 'a@example.com', 'x')`.execute(tx)
  })
})

test('a ticket identifies its owner once', async () => {
  const before = Date.now()
  const { ticket, expiresAt } = await create()
  expect(ticket).toMatch(/^[\w-]{43}$/)
  expect(expiresAt.getTime()).toBeGreaterThan(before + 55_000)
  expect(expiresAt.getTime() - Date.now()).toBeLessThan(65_000)
  expect(await consume(ticket)).toEqual(owner)
  expect(await consume(ticket)).toBeUndefined()
})

test('one of 20 concurrent uses of a ticket succeeds', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { ticket } = await create()
    const answers = await Promise.all(Array.from({ length: 20 }, () => consume(ticket)))
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1)
  }
})

test("a ticket works for its exact path only, and a wrong attempt doesn't use it up", async () => {
  const { ticket } = await create()
  for (const other of ['/api/v1/event', '/api/v1/events/', '/api/v1/EVENTS', '/api/v1/events?x=1', '']) {
    expect(await consume(ticket, other)).toBeUndefined()
  }
  expect(await consume(ticket)).toEqual(owner)
})

test('a ticket expires after sixty seconds', async () => {
  const { ticket } = await create()
  await database.system((tx) => sql`update stream_tickets set expires_at = clock_timestamp()`.execute(tx))
  expect(await consume(ticket)).toBeUndefined()
})

test('rejects malformed tickets, and the database stores no ticket in plain text', async () => {
  const { ticket } = await create()
  for (const text of ['', 'x', `${ticket}x`, `${ticket.slice(0, 42)}!`, "' or 1=1 --"]) {
    expect(await consume(text)).toBeUndefined()
  }
  const { rows } = await sql<{ row: string }>`select t::text as row from stream_tickets t`.execute(database.systemDb)
  expect(rows.some(({ row }) => row.includes(ticket))).toBe(false)
})

function create() {
  return database.tenant(owner.organizationId, (tx) => createTicket(tx, { ...owner, path }))
}

function consume(ticket: string, at = path) {
  return database.system((tx) => consumeTicket(tx, { ticket, path: at }))
}

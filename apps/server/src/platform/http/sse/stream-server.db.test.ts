import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { connectSse, type SseClient } from '../../../testing/sse-client.ts'
import { type StreamHarness, startStreamHarness } from '../../../testing/stream-harness.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import type { OrganizationId } from '../../database/database.ts'
import type { Listener } from '../../database/listener.ts'
import { appendRunEvents, closeRunStream, publishEvents } from '../../events/publish.ts'
import { announceRevocation } from '../../events/revocations.ts'
import { newId } from '../../ids/type-id.ts'

const testDatabase = await useTestDatabase()
const { database, url } = testDatabase
const slowly = { pollMs: 60_000, recheckMs: 60_000 }
const patience = { timeout: 8_000, interval: 10 }

test('events reach a live client immediately, numbered without gaps, and no other organization', async () => {
  await using harness = await startStreamHarness(testDatabase, slowly)
  const [mine, theirs] = [newId('org'), newId('org')]
  const [client, other] = [await follow(harness, mine), await follow(harness, theirs)]
  await live(client, other)
  await Promise.all([publish(mine, 300), publish(theirs, 100)])
  await vi.waitFor(() => expect(ids(client)).toEqual(range(0, 300)), patience)
  await vi.waitFor(() => expect(ids(other)).toEqual(range(0, 100)), patience)
  expect(client.messages.slice(1).every((message) => JSON.parse(message.data).of === mine)).toBe(true)
  expect(other.messages.slice(1).every((message) => JSON.parse(message.data).of === theirs)).toBe(true)
})

test("with 10,000 events of ten organizations, no one sees another organization's event", async () => {
  await using harness = await startStreamHarness(testDatabase, slowly)
  const organizations = Array.from({ length: 10 }, () => newId('org'))
  const clients = await Promise.all(organizations.map((organization) => follow(harness, organization)))
  await live(...clients)
  await Promise.all(organizations.map((organization) => publish(organization, 1_000, 100)))
  await Promise.all(
    clients.map(async (client, n) => {
      await vi.waitFor(() => expect(client.messages).toHaveLength(1_001), patience)
      const foreign = client.messages.slice(1).filter((message) => JSON.parse(message.data).of !== organizations[n])
      expect(foreign).toEqual([])
    }),
  )
})

test('a client that lost the connection before any event resumes from where it began', async () => {
  await using harness = await startStreamHarness(testDatabase, slowly)
  const organization = newId('org')
  await publish(organization, 5)
  const first = await follow(harness, organization)
  await vi.waitFor(() => expect(first.messages).toMatchObject([{ event: 'ready', id: '5' }]), patience)
  first[Symbol.dispose]()
  await publish(organization, 3)
  const second = await follow(harness, organization, { after: 5 })
  await vi.waitFor(() => expect(ids(second)).toEqual([6, 7, 8]), patience)
})

test('clients that disconnect and resume all the time, on a restarting server, miss and repeat nothing', async () => {
  const organization = newId('org')
  const total = 300
  let harness = await startStreamHarness(testDatabase, slowly)
  const port = Number(new URL(harness.url).port)
  const reader = async (): Promise<number[]> => {
    const seen: number[] = []
    while (seen.length < total) {
      const client = await vi.waitFor(() => follow(harness, organization, { after: seen.at(-1) ?? 0 }), patience)
      const until = seen.length + 1 + Math.floor(Math.random() * 60)
      await vi.waitFor(
        () => expect(client.isClosed || seen.length + ids(client).length >= Math.min(until, total)).toBe(true),
        { timeout: 15_000, interval: 2 },
      )
      client[Symbol.dispose]()
      seen.push(...ids(client))
    }
    return seen
  }
  const readers = Promise.all(Array.from({ length: 12 }, reader))
  for (let restart = 0; restart < 6; restart += 1) {
    await publish(organization, total / 6)
    await harness[Symbol.asyncDispose]()
    harness = await startStreamHarness(testDatabase, { ...slowly, port })
  }
  for (const seen of await readers) expect(seen).toEqual(range(1, total))
  await harness[Symbol.asyncDispose]()
})

test('lost notifications delay events only until the next poll', async () => {
  const deaf = (listener: Listener): Listener => ({
    listen: (channel) => listener.listen(channel, () => undefined),
    onReconnect: (handler) => listener.onReconnect(handler),
    start: () => listener.start(),
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  })
  await using harness = await startStreamHarness(testDatabase, { pollMs: 50, wrapListener: deaf })
  const organization = newId('org')
  const client = await follow(harness, organization)
  await live(client)
  await publish(organization, 10)
  await vi.waitFor(() => expect(ids(client)).toEqual(range(0, 10)), patience)
})

test('after the listen connection breaks, missed events are read as soon as it reconnects', async () => {
  await using harness = await startStreamHarness(testDatabase, slowly)
  const organization = newId('org')
  const client = await follow(harness, organization)
  await live(client)
  await asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stream-harness-listen'`,
  )
  await publish(organization, 3)
  await vi.waitFor(() => expect(ids(client)).toEqual(range(0, 3)), patience)
})

test('a filtered stream has increasing numbers and still ends', async () => {
  await using harness = await startStreamHarness(testDatabase, slowly)
  const [organization, run] = [newId('org'), randomUUID()]
  await append(organization, run, ['status', 'log', 'log', 'step'])
  const client = await follow(harness, organization, { run, kinds: 'status,step' })
  await append(organization, run, ['log', 'step'])
  await finish(organization, run)
  await client.closed
  expect(client.messages.map(({ id, event }) => `${id} ${event}`)).toEqual([
    '1 status',
    '4 step',
    '6 step',
    '7 status',
    '8 end',
  ])
})

test('early subscribers, late ones, and those after the rows were deleted get the final state and the end', async () => {
  await using harness = await startStreamHarness(testDatabase, slowly)
  const [organization, run] = [newId('org'), randomUUID()]
  const early = await follow(harness, organization, { run })
  await append(organization, run, ['log', 'log'])
  await finish(organization, run)
  const late = await follow(harness, organization, { run })
  const afterAll = await follow(harness, organization, { run, after: 4 })
  await Promise.all([early.closed, late.closed, afterAll.closed])
  const whole = ['1 log', '2 log', '3 status', '4 end']
  expect(early.messages.map(({ id, event }) => `${id} ${event}`)).toEqual(whole)
  expect(late.messages.map(({ id, event }) => `${id} ${event}`)).toEqual(whole)
  // Not numbered: it isn't part of the stream, only the outcome.
  expect(afterAll.messages).toMatchObject([
    { id: undefined, event: 'status', data: '{"status":"live"}' },
    { id: undefined, event: 'end' },
  ])
  await asOwner(`delete from run_events where run_id = '${run}'`)
  const veryLate = await follow(harness, organization, { run })
  await veryLate.closed
  expect(veryLate.messages.map(({ event }) => event)).toEqual(['reset', 'status', 'end'])
})

test('a long history is replayed at the pace of its reader, then continues live', async () => {
  await using harness = await startStreamHarness(testDatabase, slowly)
  const [organization, run] = [newId('org'), randomUUID()]
  const text = 'x'.repeat(8_000)
  for (let n = 0; n < 10; n += 1) await append(organization, run, Array(100).fill('log'), { text })
  const client = await follow(harness, organization, { run, isPaused: true })
  await append(organization, run, Array(10).fill('log'), { text })
  client.resume()
  await vi.waitFor(() => expect(client.messages.length).toBeGreaterThan(300), patience)
  client.pause()
  await append(organization, run, Array(10).fill('log'), { text })
  client.resume()
  await finish(organization, run)
  await client.closed
  expect(ids(client)).toEqual(range(1, 1_022))
})

test('a client that resumes from a deleted or unknown position is informed and continues', async () => {
  await using harness = await startStreamHarness(testDatabase, slowly)
  const organization = newId('org')
  await publish(organization, 300)
  await asOwner(`delete from events where organization_id = '${organization}' and seq <= 50`)
  const old = await follow(harness, organization, { after: 10 })
  await vi.waitFor(() => expect(ids(old)).toEqual(range(50, 300)), patience)
  expect(old.messages[0]).toMatchObject({ event: 'reset', id: '50' })
  expect(JSON.parse(old.messages[0]?.data ?? '')).toMatchObject({ code: 'stream_history_gone' })
  const future = await follow(harness, organization, { after: 9_999 })
  await vi.waitFor(() => expect(future.messages).toMatchObject([{ event: 'reset', id: '300' }]), patience)
  await publish(organization, 1)
  await vi.waitFor(() => expect(ids(future)).toEqual([300, 301]), patience)
})

test('a database restored to an earlier point ends the streams, and asks their clients to reload', async () => {
  await using harness = await startStreamHarness(testDatabase, { pollMs: 50 })
  const organization = newId('org')
  await publish(organization, 20)
  const client = await follow(harness, organization)
  await live(client)
  await asOwner(`delete from events where organization_id = '${organization}' and seq > 5`)
  await asOwner(`update event_counters set seq = 5 where organization_id = '${organization}'`)
  await client.closed
  expect(client.messages.at(-1)).toMatchObject({ event: 'error' })
  const again = await follow(harness, organization, { after: 20 })
  await vi.waitFor(() => expect(again.messages).toMatchObject([{ event: 'reset', id: '5' }]), patience)
})

test("another organization that knows a run's ID can't read it", async () => {
  await using harness = await startStreamHarness(testDatabase, { pollMs: 50 })
  const [mine, theirs, run] = [newId('org'), newId('org'), randomUUID()]
  await append(mine, run, ['log'])
  const first = await follow(harness, theirs, { run })
  await append(mine, run, ['log'])
  await finish(mine, run)
  // The topic now belongs to the other organization; the owner is refused instead of sharing it.
  const owner = await follow(harness, mine, { run })
  await owner.closed
  expect(owner.messages).toMatchObject([{ event: 'error' }])
  expect(first.messages).toEqual([])
  first[Symbol.dispose]()
  await vi.waitFor(() => expect(harness.streams.registry.size).toBe(0), patience)
  const again = await follow(harness, mine, { run })
  await again.closed
  expect(ids(again)).toEqual(range(1, 4))
})

test('a revoked session loses its streams immediately, others stay', async () => {
  await using harness = await startStreamHarness(testDatabase, slowly)
  const [organization, session, user] = [newId('org'), newId('ses'), newId('usr')]
  const client = await follow(harness, organization, { session, user })
  const other = await follow(harness, organization, { session: newId('ses'), user })
  await live(client, other)
  await database.system((tx) => announceRevocation(tx, { sessionId: session }))
  await client.closed
  expect(client.messages.at(-1)).toMatchObject({ event: 'error' })
  expect(JSON.parse(client.messages.at(-1)?.data ?? '')).toMatchObject({ code: 'stream_access_ended' })
  expect(other.isClosed).toBe(false)
  await database.system((tx) => announceRevocation(tx, { organizationId: organization, userId: user }))
  await other.closed
})

test('at shutdown, clients get reconnect delays spread over time, and new streams are refused', async () => {
  await using harness = await startStreamHarness(testDatabase, slowly)
  const clients = await Promise.all(Array.from({ length: 20 }, () => follow(harness, newId('org'))))
  await live(...clients)
  await harness.streams.shutdown()
  await Promise.all(clients.map((client) => client.closed))
  const waits = clients.map((client) => client.retriesMs.at(-1) ?? 0)
  expect(new Set(waits).size).toBeGreaterThan(10)
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(500)
  expect((await follow(harness, newId('org'))).status).toBe(503)
})

interface FollowRequest {
  run?: string
  after?: number
  kinds?: string
  session?: string
  user?: string
  isPaused?: boolean
}

async function follow(harness: StreamHarness, org: OrganizationId, request: FollowRequest = {}): Promise<SseClient> {
  const { after, isPaused = false, ...rest } = request
  const query = new URLSearchParams({ org, ...rest })
  const path = request.run === undefined ? 'events' : 'runs'
  const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': `${after}` }
  return await connectSse(`${harness.url}/${path}?${query}`, { headers, isPaused })
}

async function live(...clients: SseClient[]): Promise<void> {
  for (const client of clients) await vi.waitFor(() => expect(client.messages[0]?.event).toBe('ready'), patience)
}

function ids(client: SseClient): number[] {
  return client.messages.map((message) => Number(message.id))
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, n) => first + n)
}

async function publish(organizationId: OrganizationId, count: number, maxBatch = 20): Promise<void> {
  for (let left = count; left > 0; ) {
    const batch = Math.min(left, 1 + Math.floor(Math.random() * maxBatch))
    const events = Array(batch).fill({ kind: 'project_updated', data: { of: organizationId } })
    await database.tenant(organizationId, (tx) => publishEvents(tx, organizationId, events))
    left -= batch
  }
}

async function append(organizationId: OrganizationId, runId: string, kinds: string[], data: object = {}) {
  const events = kinds.map((kind) => ({ kind, data }))
  await database.tenant(organizationId, (tx) => appendRunEvents(tx, { runId, organizationId, events }))
}

async function finish(organizationId: OrganizationId, runId: string) {
  const final = { kind: 'status', data: { status: 'live' } }
  await database.tenant(organizationId, (tx) => closeRunStream(tx, { runId, organizationId, final }))
}

/** Runs as the owner of the tables, to simulate retention or a restore. */
async function asOwner(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

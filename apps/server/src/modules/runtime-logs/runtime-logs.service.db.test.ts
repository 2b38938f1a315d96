import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { connectAsSuperuser } from '../../testing/superuser.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-deployments.ts'
import { sweepSoon } from '../workloads/lifecycle/sweep-times.repository.ts'
import type { Batch } from './log-buffer.stream.ts'
import { markLog } from './mark-log.action.ts'
import { removeLogs } from './remove-logs.action.ts'
import { createRuntimeLogsService } from './runtime-logs.service.ts'
import { createRuntimeLogSource } from './runtime-logs.stream.ts'
import { maintainRuntimeLogs, releaseLeases, takeLeases } from './runtime-logs.system-repository.ts'
import { LeaseLost, saveBatch } from './save-log-batch.remote.ts'

const { database, url } = await useTestDatabase()
const db = database.systemDb
const logs = createRuntimeLogsService({ database })
const owner = '00000000-0000-4000-8000-000000000001'
const other = '00000000-0000-4000-8000-000000000002'
const query = { limit: 1_000, order: 'newest' as const }
let fixture: TestEnvironment
let nextLine = 0

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
  await db.updateTable('servers').set({ connected_at: new Date() }).where('id', '=', fixture.serverId).execute()
  await db.updateTable('environments').set({ status: 'live' }).where('id', '=', fixture.environmentId).execute()
  await take(owner)
})

const take = (who: string, leaseMs = 60_000) => takeLeases(db, { owner: who, leaseMs, limit: 1_000 })

function batchOf(texts: readonly string[], more: { service?: string; container?: string } = {}): Batch {
  const { service = 'web', container = 'c'.repeat(64) } = more
  const lines = texts.map((text) => ({ at: (Date.now() + ++nextLine) * 1_000, stream: 'stdout' as const, text }))
  const cursor = { stdout: { at: `2026-11-15T09:30:00.${String(nextLine).padStart(9, '0')}Z`, count: 1 }, stderr: null }
  const followed = { id: container, environmentId: fixture.environmentId, deploymentId: null, service }
  return { containers: [{ container: followed, lines, cursor }], events: [] }
}

function save(batch: Batch, { who = owner, maxBytes = 1_000_000_000 } = {}): Promise<void> {
  const { organizationId, serverId } = fixture
  const lease = { serverId, owner: who }
  return saveBatch({ database, organizationId, lease, containers: { onEnd: sweepSoon }, maxBytes }, batch)
}

const textsOf = async (more: Parameters<typeof logs.list>[2] = query) =>
  (await logs.list(fixture.actor, fixture.environmentId, more)).items.map((line) => line.text)

test("the end of a container makes its server's reconciliation due immediately", async () => {
  const { environmentId, serverId } = fixture
  const next_sweep_at = new Date(Date.now() + 30_000)
  await db.updateTable('server_checks').set({ next_sweep_at }).where('server_id', '=', serverId).execute()
  const leftMs = async () => {
    const found = db.selectFrom('server_checks').select('next_sweep_at').where('server_id', '=', serverId)
    return (await found.executeTakeFirstOrThrow()).next_sweep_at.getTime() - Date.now()
  }
  const event = { environmentId, service: 'web', deploymentId: null, container: 'abc', exitCode: null, at: new Date() }
  const reportedAt = String(BigInt(Date.now()) * 1_000_000n)
  await save({ containers: [], events: [{ ...event, kind: 'unhealthy', reportedAt }] })
  expect(await leftMs()).toBeGreaterThan(20_000)
  await save({ containers: [], events: [{ ...event, kind: 'exited', exitCode: 137, reportedAt }] })
  expect(await leftMs()).toBeLessThan(5_000)
})

test('lines come newest first, page by page without gap or repetition, at any page size', async () => {
  for (let n = 0; n < 30; n += 1) await save(batchOf([`${n}a`, `${n}b`, `${n}c`]))
  const all = await textsOf()
  expect(all).toHaveLength(90)
  expect(all.slice(0, 3)).toEqual(['29c', '29b', '29a'])
  for (const limit of [1, 7, 50]) {
    const found: string[] = []
    let cursor: { seq: number; index: number } | undefined
    do {
      const page = await logs.list(fixture.actor, fixture.environmentId, { limit, cursor, order: 'newest' })
      found.push(...page.items.map((line) => line.text))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(found).toEqual(all)
  }
})

test('lines after a time come oldest first, page by page without gap or repetition', async () => {
  for (let n = 0; n < 30; n += 1) await save(batchOf([`${n}a`, `${n}b`, `${n}c`]))
  const { items } = await logs.list(fixture.actor, fixture.environmentId, query)
  const since = items.find((line) => line.text === '3b')?.at
  const expected = items
    .map((line) => line.text)
    .reverse()
    .slice(10)
  for (const limit of [1, 7, 50]) {
    const found: string[] = []
    let cursor: { seq: number; index: number } | undefined
    do {
      const page = await logs.list(fixture.actor, fixture.environmentId, { limit, cursor, since, order: 'oldest' })
      found.push(...page.items.map((line) => line.text))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(found).toEqual(expected)
  }
})

test('a filter by service keeps deployment markers; a search covers every line and ignores case', async () => {
  const { organizationId, environmentId } = fixture
  await save(batchOf(['hello from web'], { service: 'web' }))
  await save(batchOf(['HELLO from api'], { service: 'api', container: 'd'.repeat(64) }))
  const mark = { environmentId, deploymentId: newId('dep'), text: 'Deployment #1 is live.' }
  await database.tenant(organizationId, (tx) => markLog(tx, organizationId, mark))
  expect((await textsOf({ ...query, service: 'api' })).sort()).toEqual(['Deployment #1 is live.', 'HELLO from api'])
  expect(await textsOf({ ...query, q: 'hello' })).toHaveLength(2)
  const parts: string[] = []
  for await (const part of await logs.download(fixture.actor, environmentId, { q: 'hello' })) parts.push(part)
  expect(parts.join('')).toMatch(/^\S+ web stdout hello from web\n\S+ api stdout HELLO from api\n$/)
})

test('writes of a worker that has lost the server are refused as a whole, cursor included', async () => {
  await save(batchOf(['kept']))
  await db
    .updateTable('runtime_log_leases')
    .set({ expires_at: new Date(0) })
    .where('server_id', '=', fixture.serverId)
    .execute()
  const taken = (await take(other)).map((each) => each.serverId)
  expect(taken).toContain(fixture.serverId)
  await expect(save(batchOf(['late']))).rejects.toThrow(LeaseLost)
  await save(batchOf(['from the other'], { container: 'd'.repeat(64) }), { who: other })
  expect((await textsOf()).sort()).toEqual(['from the other', 'kept'])
  const { count } = await db
    .selectFrom('runtime_log_cursors')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('server_id', '=', fixture.serverId)
    .executeTakeFirstOrThrow()
  expect(count).toBe(2)
})

test('a worker that stalled for longer than its lease keeps writing as long as no other worker took the server', async () => {
  await take(owner, -1)
  await save(batchOf(['after the stall']))
  expect(await textsOf()).toEqual(['after the stall'])
})

test("one of two workers has a server, until it releases it or doesn't renew", async () => {
  const has = async (who: string) => (await take(who)).some((each) => each.serverId === fixture.serverId)
  expect(await has(other)).toBe(false)
  expect(await has(owner)).toBe(true)
  await releaseLeases(db, owner)
  expect(await has(other)).toBe(true)
  expect(await has(owner)).toBe(false)
})

test('a repeated event is one event and one line', async () => {
  const { environmentId } = fixture
  const event = { environmentId, service: 'web', deploymentId: null, container: 'abc', kind: 'exited' as const }
  const batch = {
    containers: [],
    events: [{ ...event, exitCode: 137, at: new Date(), reportedAt: '1763229081123456789' }],
  }
  await save(batch)
  await save(batch)
  const { items } = await logs.events(fixture.actor, environmentId, { limit: 20, service: undefined, kind: undefined })
  expect(items).toMatchObject([{ kind: 'exited', exitCode: 137, service: 'web' }])
  expect(await textsOf()).toEqual(['A container of web exited with code 137 (SIGKILL).'])
})

test('an environment stays within its limit, and its stream continues after what was dropped', async () => {
  const noise = () => Array.from({ length: 400 }, () => randomBytes(300).toString('base64'))
  for (let n = 0; n < 30; n += 1) await save(batchOf([`mark ${n}`, ...noise()]), { maxBytes: 1_200_000 })
  const { bytes } = await db
    .selectFrom('runtime_log_heads')
    .select('bytes')
    .where('environment_id', '=', fixture.environmentId)
    .executeTakeFirstOrThrow()
  expect(bytes).toBeLessThan(1_500_000)
  const marks = await textsOf({ ...query, q: 'mark ' })
  expect(marks[0]).toBe('mark 29')
  expect(marks).not.toContain('mark 0')
  const source = createRuntimeLogSource(database)
  const stream = { key: fixture.environmentId, organizationId: fixture.organizationId }
  const [first] = await source.read(stream, 0, 1)
  expect(first?.seq).toBeGreaterThan(1)
})

test('drops lines of an environment that was deleted meanwhile, and keeps those of other environments', async () => {
  const gone = batchOf(['gone'])
  const kept = batchOf(['kept'], { container: 'd'.repeat(64) })
  const [first] = gone.containers
  if (first !== undefined) first.container = { ...first.container, environmentId: newId('env') }
  await save({ containers: [...gone.containers, ...kept.containers], events: [] })
  expect(await textsOf()).toEqual(['kept'])
})

test('drops expired partitions, and creates those of the days ahead', async () => {
  await save(batchOf(['today']))
  await maintainRuntimeLogs(database, { days: 14 })
  expect(await textsOf()).toEqual(['today'])
})

test('lines dropped with a partition no longer count, and kept lines still do', async () => {
  const { organizationId, environmentId } = fixture
  await save(batchOf(['kept']))
  const before = await bytesOf(environmentId)
  const old = { environment_id: environmentId, organization_id: organizationId, kind: 'lines', line_count: 1 }
  const at = new Date(Date.UTC(2020, 0, 6, 12))
  const times = { first_at: at, last_at: at, stored_at: at }
  await connectAsSuperuser(url).query(
    `create table runtime_log_chunks_p20200106 partition of runtime_log_chunks
       for values from ('2020-01-06Z') to ('2020-01-07Z')`,
  )
  await db
    .insertInto('runtime_log_chunks')
    .values({ ...old, ...times, seq: 1_000, body: Buffer.alloc(500) })
    .execute()
  await db
    .updateTable('runtime_log_heads')
    .set({ bytes: before + 500 })
    .execute()
  expect(await maintainRuntimeLogs(database, { days: 14 })).toEqual({ dropped: 1 })
  expect(await bytesOf(environmentId)).toBe(before)
  expect(await textsOf()).toEqual(['kept'])
})

test('completely removes a log with more chunks than a batch, and keeps other logs', async () => {
  const { organizationId, environmentId } = fixture
  await save(batchOf(['gone']))
  const { environmentId: other } = await createTestEnvironment(database)
  await connectAsSuperuser(url).query(
    `insert into runtime_log_heads select $2, organization_id, 1, 1, now() from environments where id = $2
       on conflict do nothing;`.replaceAll('$2', `'${other}'`) +
      `insert into runtime_log_chunks (environment_id, organization_id, seq, kind, first_at, last_at, line_count, body, stored_at)
       select h.environment_id, h.organization_id, n, 'lines', now(), now(), 1, 'x', now()
       from runtime_log_heads h, generate_series(10, 4510) n where h.environment_id in ('${environmentId}', '${other}')`,
  )
  expect(await removeLogs(database, organizationId, environmentId)).toBe(4_502)
  const { count } = await db
    .selectFrom('runtime_log_chunks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('environment_id', 'in', [environmentId, other])
    .executeTakeFirstOrThrow()
  expect(count).toBe(4_501)
})

async function bytesOf(environmentId: Id<'env'>): Promise<number> {
  const head = db.selectFrom('runtime_log_heads').select('bytes').where('environment_id', '=', environmentId)
  return (await head.executeTakeFirstOrThrow()).bytes
}

test('returns 404 for an environment of another organization', async () => {
  const stranger = await createTestEnvironment(database)
  await expect(logs.list(stranger.actor, fixture.environmentId, query)).rejects.toThrow(/not/)
})

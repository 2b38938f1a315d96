import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock/clock.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { testActor } from '../../testing/test-actor.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-deployments.ts'
import { containerMetrics, serverMetrics, toStoredRow } from './metric-names.policy.ts'
import { encodeRound } from './metric-round.policy.ts'
import { ensureSeries, insertRound, type SeriesKey } from './metrics.repository.ts'
import { EnvironmentMetrics, ServerMetrics } from './metrics.schemas.ts'
import { createMetricsService } from './metrics.service.ts'
import { takeDueSamples } from './metrics.system-repository.ts'
import { compact } from './metrics-compactor.poller.ts'

const { database } = await useTestDatabase()
const service = createMetricsService({ database, clock: systemClock })
const hourMs = 3_600_000
const serverKey: SeriesKey = { environmentId: null, serviceId: null, service: null, slot: 0 }

function seriesOf(fixture: TestEnvironment, slot = 0): SeriesKey {
  return { environmentId: fixture.environmentId, serviceId: fixture.serviceId, service: 'web', slot }
}

async function put(fixture: TestEnvironment, atMs: number, cpu: { server: number; web: number[] }): Promise<void> {
  const { organizationId, serverId } = fixture
  await database.tenant(organizationId, async (tx) => {
    const id = (key: SeriesKey) => ensureSeries(tx, organizationId, { serverId, key })
    const found = [
      { seriesId: (await id(serverKey)) ?? 0, values: toStoredRow(serverMetrics, { cpuCores: cpu.server }) },
    ]
    for (const [slot, cpuCores] of cpu.web.entries())
      found.push({
        seriesId: (await id(seriesOf(fixture, slot))) ?? 0,
        values: toStoredRow(containerMetrics, { cpuCores }),
      })
    await insertRound(tx, organizationId, { serverId, at: new Date(atMs), data: encodeRound(found) })
  })
}

test('lines are the same before and after an hour became a block, and late rounds join them', async () => {
  const fixture = await createTestEnvironment(database)
  const hour = Math.floor(Date.now() / hourMs) * hourMs - 2 * hourMs
  for (let n = 0; n < 20; n += 1) await put(fixture, hour + n * 15_000, { server: 1 + n / 10, web: [0.25, 0.5] })
  const query = { from: new Date(hour), to: new Date(hour + 600_000), step: 60 }
  const read = async () => ({
    server: await service.ofServer(fixture.actor, fixture.serverId, query),
    environment: await service.ofEnvironment(fixture.actor, fixture.environmentId, query),
  })
  const before = await read()
  expect(before.server.metrics.cpuCores.values.slice(0, 6)).toEqual([1.15, 1.55, 1.95, 2.35, 2.75, null])
  expect(before.server.metrics.cpuCores.maxima[0]).toBe(1.3)
  const [web] = before.environment.services
  expect(web).toMatchObject({ name: 'web', containers: 2 })
  expect(web?.metrics.cpuCores.values[0]).toBe(0.75)
  await compact(database, new Date())
  const rest = await database.systemDb
    .selectFrom('metric_rounds')
    .selectAll()
    .where('server_id', '=', fixture.serverId)
    .execute()
  expect(rest).toEqual([])
  expect(await read()).toEqual(before)
  await put(fixture, hour + 330_000, { server: 9, web: [] })
  await compact(database, new Date())
  const { server } = await read()
  expect(server.metrics.cpuCores.values.slice(0, 6)).toEqual([1.15, 1.55, 1.95, 2.35, 2.75, 9])
  const coarse = await service.ofServer(fixture.actor, fixture.serverId, { ...query, step: 3_600 })
  expect(coarse.metrics.cpuCores.maxima).toEqual([9])
})

test('a query for a whole year returns at most a thousand values', async () => {
  const fixture = await createTestEnvironment(database)
  const to = new Date()
  const answer = await service.ofServer(fixture.actor, fixture.serverId, { from: new Date(0), to, step: 5 })
  expect(answer.metrics.load.values.length).toBeLessThanOrEqual(1_001)
})

test.each([
  ['0001-01-01T00:00:00.000Z', '0001-01-02T00:00:00.000Z'],
  ['9999-12-30T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  ['2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
])('any range has a valid response: %s to %s', async (from, to) => {
  const fixture = await createTestEnvironment(database)
  const query = { from: new Date(from), to: new Date(to) }
  const server = await service.ofServer(fixture.actor, fixture.serverId, query)
  expect(ServerMetrics.encode(server).metrics.load.values.length).toBeLessThanOrEqual(1_001)
  const environment = await service.ofEnvironment(fixture.actor, fixture.environmentId, query)
  expect(EnvironmentMetrics.encode(environment).services).toEqual([])
})

test("a server can't report for an environment of another organization", async () => {
  const [mine, theirs] = [await createTestEnvironment(database), await createTestEnvironment(database)]
  const { organizationId, serverId } = mine
  const created = await database.tenant(organizationId, (tx) =>
    ensureSeries(tx, organizationId, { serverId, key: seriesOf(theirs) }),
  )
  expect(created).toBeUndefined()
  const unknown = { ...seriesOf(mine), environmentId: newId('env') }
  expect(
    await database.tenant(organizationId, (tx) => ensureSeries(tx, organizationId, { serverId, key: unknown })),
  ).toBeUndefined()
})

test('returns 404 for a server and an environment of another organization', async () => {
  const fixture = await createTestEnvironment(database)
  const stranger = testActor(newId('org'))
  const missing = { problem: { status: 404 } }
  await expect(service.ofServer(stranger, fixture.serverId, {})).rejects.toMatchObject(missing)
  await expect(service.ofEnvironment(stranger, fixture.environmentId, {})).rejects.toMatchObject(missing)
})

test('removes expired blocks, the finest first', async () => {
  const fixture = await createTestEnvironment(database)
  const hour = Math.floor(Date.now() / hourMs) * hourMs - 5 * 24 * hourMs
  await put(fixture, hour, { server: 1, web: [1] })
  await compact(database, new Date())
  await compact(database, new Date())
  const kept = await database.systemDb
    .selectFrom('metric_blocks')
    .innerJoin('metric_series', 'metric_series.id', 'metric_blocks.series_id')
    .select('resolution')
    .distinct()
    .where('metric_series.server_id', '=', fixture.serverId)
    .orderBy('resolution')
    .execute()
  expect(kept.map(({ resolution }) => resolution)).toEqual([300, 3_600])
})

test('a due server is taken by its last worker and an overdue one by any, and only by one worker', async () => {
  const fixture = await createTestEnvironment(database)
  const due = async (own: string[], overdueMs: number) =>
    (await takeDueSamples(database.systemDb, { own, everyMs: 15_000, overdueMs, limit: 100 })).map(
      (each) => each.serverId,
    )
  const setDue = (ms: number) =>
    database.systemDb
      .updateTable('server_checks')
      .set({ next_sample_at: new Date(Date.now() - ms) })
      .where('server_id', '=', fixture.serverId)
      .execute()
  await setDue(1_000)
  expect(await due([], 5_000)).not.toContain(fixture.serverId)
  expect(await due([fixture.serverId], 5_000)).toContain(fixture.serverId)
  expect(await due([fixture.serverId], 5_000)).not.toContain(fixture.serverId)
  await setDue(6_000)
  const both = await Promise.all([due([], 5_000), due([fixture.serverId], 5_000)])
  expect(both.flat().filter((id) => id === fixture.serverId)).toHaveLength(1)
})

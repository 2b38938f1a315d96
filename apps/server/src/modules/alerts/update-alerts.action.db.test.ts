import { beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/ids/type-id.ts'
import { testActor } from '../../testing/test-actor.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-deployments.ts'
import { containerMetrics, serverMetrics, toStoredRow } from '../metrics/metric-names.policy.ts'
import { encodeRound } from '../metrics/metric-round.policy.ts'
import { ensureSeries, insertRound } from '../metrics/metrics.repository.ts'
import type { AlertSources } from './alert-inputs.query.ts'
import { createAlertsService } from './alerts.service.ts'
import { takeDueEvaluations } from './alerts.system-repository.ts'
import { updateAlerts } from './update-alerts.action.ts'

const { database } = await useTestDatabase()
const service = createAlertsService({ database })
let fixture: TestEnvironment
const start = Date.now()

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
})

async function judge(atSeconds: number, sources: AlertSources = {}): Promise<void> {
  const { organizationId, serverId } = fixture
  const now = new Date(start + atSeconds * 1_000)
  await database.tenant(organizationId, (tx) => updateAlerts(tx, { organizationId, serverId }, { now, sources }))
}

async function setStatus(status: string): Promise<void> {
  await database.systemDb.updateTable('servers').set({ status }).where('id', '=', fixture.serverId).execute()
}

async function measure(atSeconds: number, server: Record<string, number>, restarts = 0): Promise<void> {
  const { organizationId, serverId, environmentId, serviceId } = fixture
  await database.tenant(organizationId, async (tx) => {
    const nothing = { environmentId: null, serviceId: null, service: null, slot: 0 }
    const web = { environmentId, serviceId, service: 'web', slot: 0 }
    const [first, second] = [
      (await ensureSeries(tx, organizationId, { serverId, key: nothing })) ?? 0,
      (await ensureSeries(tx, organizationId, { serverId, key: web })) ?? 0,
    ]
    const data = encodeRound([
      {
        seriesId: first,
        values: toStoredRow(serverMetrics, { memoryBytes: 4e9, diskBytes: 100e9, diskUsedBytes: 10e9, ...server }),
      },
      { seriesId: second, values: toStoredRow(containerMetrics, { restarts }) },
    ])
    await insertRound(tx, organizationId, { serverId, at: new Date(start + atSeconds * 1_000), data })
  })
}

const list = async (status?: 'firing' | 'resolved') => (await service.list(fixture.actor, { limit: 20, status })).items
const notices = async () => {
  const rows = await database.systemDb
    .selectFrom('notices')
    .select('event')
    .where('organization_id', '=', fixture.organizationId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ event }) => event)
}
const events = () =>
  database.systemDb
    .selectFrom('events')
    .select(['kind', 'data'])
    .where('organization_id', '=', fixture.organizationId)
    .orderBy('seq')
    .execute()

test('a flapping server causes one alert, one recovery, and one event and notification for each', async () => {
  for (let at = 0; at < 1_200; at += 15) {
    await setStatus(at < 600 && Math.floor(at / 30) % 2 === 0 ? 'unreachable' : 'ready')
    await judge(at)
  }
  const all = await list()
  expect(all).toHaveLength(1)
  expect(all[0]).toMatchObject({ rule: 'server_unreachable', status: 'resolved', severity: 'critical' })
  expect(await notices()).toEqual(['server_unreachable', 'server_recovered'])
  expect((await events()).map(({ kind }) => kind)).toEqual(['alert', 'server_updated', 'alert', 'server_updated'])
})

test('a server that is unreachable for a moment does not fire an alert', async () => {
  await setStatus('unreachable')
  await judge(0)
  await setStatus('ready')
  for (let at = 15; at < 400; at += 15) await judge(at)
  expect(await list()).toEqual([])
  expect(await notices()).toEqual([])
})

test('other alerts stay open while a server is unreachable', async () => {
  await measure(0, { memoryUsedBytes: 3.9e9 })
  await judge(0)
  await measure(310, { memoryUsedBytes: 3.9e9 })
  await judge(310)
  expect((await list()).map(({ rule }) => rule)).toEqual(['memory_full'])
  for (let at = 600; at < 3_000; at += 60) await judge(at)
  expect((await list('firing')).map(({ rule }) => rule)).toEqual(['memory_full'])
})

test('a disk that fills up fires an alert before it is full', async () => {
  for (let minute = -120; minute <= 10; minute += 5)
    await measure(minute * 60, { diskUsedBytes: 60e9 + (minute / 60) * 5e9 })
  await judge(300)
  await judge(610)
  const [alert] = await list()
  expect(alert).toMatchObject({ rule: 'disk_filling', status: 'firing' })
  expect(alert?.detail).toContain('about 8 hours')
})

test('a restart loop names the service and its project, and resolves when the service stays up', async () => {
  for (const at of [-60, -30, 0]) await measure(at, {}, 1)
  await judge(0)
  const [alert] = await list()
  expect(alert).toMatchObject({
    rule: 'restart_loop',
    subject: 'web',
    environmentId: fixture.environmentId,
    projectId: fixture.projectId,
  })
  expect((await events()).map(({ kind }) => kind)).toEqual(['alert', 'project_updated'])
  for (const at of [300, 700, 780]) {
    await measure(at, {}, 0)
    await judge(at)
  }
  expect((await list())[0]).toMatchObject({ status: 'resolved' })
})

test('fires for an expiring certificate and a missing backup that other modules report', async () => {
  const { environmentId } = fixture
  const backups = async () => [
    { environmentId, service: 'db', lastAt: new Date(start - 72 * 3_600_000), wantedSince: new Date(0), trouble: null },
    { environmentId, service: 'fresh', lastAt: null, wantedSince: new Date(start), trouble: 'The disk is full.' },
  ]
  const term = (hostname: string, days: number, leftDays: number) => ({
    ...{ environmentId, hostname, endsAt: new Date(start + leftDays * 86_400_000) },
    beginsAt: new Date(start - (days - leftDays) * 86_400_000),
  })
  const certificates = async () => [
    ...[term('good.test', 90, 29), term('soon.test', 90, 13), term('late.test', 90, 2)],
    ...[term('short.test', 6, 1.9), term('short-soon.test', 6, 0.9), term('short-late.test', 6, 0.1)],
  ]
  await judge(0, { backups, certificates })
  expect((await list()).map(({ rule, subject }) => `${rule} ${subject}`).toSorted()).toEqual([
    'backup_failed fresh',
    'backup_missing db',
    ...['late.test', 'short-late.test'].map((name) => `certificate_ending ${name}`),
    ...['late.test', 'short-late.test', 'short-soon.test', 'soon.test'].map((name) => `certificate_expiring ${name}`),
  ])
  await judge(15, { backups: async () => [], certificates: async () => [term('late.test', 90, 89)] })
  expect((await list()).filter(({ status }) => status !== 'resolved')).toEqual([])
})

test('disabling a rule resolves its alerts, and other alerts stay open', async () => {
  await setStatus('unreachable')
  await judge(0)
  await judge(60)
  expect(await list('firing')).toHaveLength(1)
  const settings = await service.configure(fixture.actor, { server_unreachable: { enabled: false } })
  expect(settings).toMatchObject({ version: 1, rules: { server_unreachable: { enabled: false, forSeconds: 60 } } })
  await judge(75)
  await judge(300)
  expect(await list('firing')).toEqual([])
  expect((await service.settings(fixture.actor)).rules.memory_full.percent).toBe(90)
})

test('two evaluations at the same time create one alert', async () => {
  await service.configure(fixture.actor, { server_unreachable: { forSeconds: 0 } })
  await setStatus('unreachable')
  await Promise.all(Array.from({ length: 6 }, () => judge(0)))
  expect(await list()).toHaveLength(1)
  expect(await notices()).toHaveLength(1)
})

test('an alert is acknowledged once, with the name of the person; 409 when it is resolved, 404 in another organization', async () => {
  await service.configure(fixture.actor, { server_unreachable: { forSeconds: 0, clearSeconds: 0 } })
  await setStatus('unreachable')
  await judge(0)
  const [{ id } = { id: newId('alr') }] = await list()
  const acknowledged = await service.acknowledge(fixture.actor, id)
  expect(acknowledged.acknowledgedBy).toBe(fixture.actor.userId)
  expect(await service.acknowledge(fixture.actor, id)).toEqual(acknowledged)
  const stranger = testActor(newId('org'))
  await expect(service.get(stranger, id)).rejects.toMatchObject({ problem: { status: 404 } })
  await expect(service.acknowledge(stranger, id)).rejects.toMatchObject({ problem: { status: 404 } })
  await setStatus('ready')
  await judge(15)
  await setStatus('unreachable')
  await judge(30)
  await setStatus('ready')
  await judge(45)
  const second = (await list()).find((each) => each.id !== id)
  await expect(service.acknowledge(fixture.actor, second?.id ?? id)).rejects.toMatchObject({
    problem: { code: 'alert_resolved' },
  })
})

test('returns 412 when the settings were changed in the meantime', async () => {
  await service.configure(fixture.actor, { memory_full: { percent: 80 } })
  const late = { ...fixture.actor, ifMatch: 0 }
  await expect(service.configure(late, {})).rejects.toMatchObject({ problem: { status: 412 } })
})

test('one worker at a time evaluates a server, and only after its first contact', async () => {
  const take = async () =>
    (await takeDueEvaluations(database.systemDb, { limit: 100, everyMs: 60_000 })).map((each) => each.serverId)
  expect(await take()).not.toContain(fixture.serverId)
  await database.systemDb
    .updateTable('servers')
    .set({ connected_at: new Date() })
    .where('id', '=', fixture.serverId)
    .execute()
  const both = await Promise.all([take(), take()])
  expect(both.flat().filter((id) => id === fixture.serverId)).toHaveLength(1)
})

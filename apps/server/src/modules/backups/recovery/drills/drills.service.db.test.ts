import { beforeEach, expect, test } from 'vitest'
import { brandId } from '../../../../platform/ids/brand.ts'
import { encodeId } from '../../../../platform/ids/type-id.ts'
import { useTestDatabase } from '../../../../testing/test-database.ts'
import { createTestRecovery, type TestRecovery } from '../../../../testing/test-recovery.ts'
import { createRecoveryService } from '../recovery.service.ts'
import { listStandIns, updateDrill } from './drills.repository.ts'
import type { Drill } from './drills.schemas.ts'
import { createDrillsService } from './drills.service.ts'
import { endDrill } from './end-drill.action.ts'
import { checkRecovery } from './recovery-checks.poller.ts'
import { listDueRecoveryChecks } from './recovery-settings.system-repository.ts'

const { database } = await useTestDatabase()
const drills = createDrillsService({ database })
const recovery = createRecoveryService({ database })
const failsWith = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) })
const db = database.systemDb
let fixture: TestRecovery

beforeEach(async () => {
  fixture = await createTestRecovery(database)
})

const start = (body = {}) => drills.start(fixture.actor, fixture.environmentId, body)
const configure = (body: object) => drills.configure(fixture.actor, fixture.environmentId, body)
const read = () => recovery.get(fixture.actor, fixture.environmentId, {})
const tenant = database.tenant.bind(database)
const notices = async () =>
  (
    await db.selectFrom('notices').select('payload').where('organization_id', '=', fixture.organizationId).execute()
  ).map(({ payload }) => payload)

/** As the run of a drill does. */
async function run({ id }: Drill, { afterMs, isHealthy }: { afterMs: number; isHealthy: boolean }): Promise<void> {
  const { organizationId } = fixture
  await tenant(organizationId, (tx) => updateDrill(tx, organizationId, { id, status: 'running' }))
  const started_at = new Date(Date.now() - afterMs)
  await db.updateTable('drills').set({ started_at }).where('id', '=', id).execute()
  if (isHealthy) await tenant(organizationId, (tx) => updateDrill(tx, organizationId, { id, isHealthy: true }))
  const error = { code: 'health_check_failed', message: 'web answered 500.' }
  const end = isHealthy
    ? ({ status: 'succeeded', error: null, supersededBy: null } as const)
    : ({ status: 'failed', error, supersededBy: null } as const)
  await tenant(organizationId, (tx) => endDrill(tx, organizationId, { id, end }))
}

test('a drill is a deployment under an ID that no environment has; only one runs at a time', async () => {
  await fixture.addBackup(22)
  const drill = await start({ serverId: fixture.there })
  expect(drill).toMatchObject({ status: 'queued', serverId: fixture.there, trigger: 'manual' })
  expect(drill.dataAgeSeconds).toBeGreaterThanOrEqual(22 * 60)
  const [row] = await db.selectFrom('workflow_runs').selectAll().where('id', '=', brandId<'run'>(drill.id)).execute()
  expect(row?.kind).toBe('drill')
  expect(JSON.stringify(row?.input)).not.toContain(fixture.environmentId)
  await expect(start()).rejects.toEqual(failsWith('drill_under_way'))
})

test('a drill runs on the server of the environment unless the settings name another one', async () => {
  await fixture.addBackup(1)
  const first = await start()
  expect(first.serverId).toBe(fixture.serverId)
  await run(first, { afterMs: 1_000, isHealthy: true })
  await configure({ drillServerId: fixture.there })
  expect((await start()).serverId).toBe(fixture.there)
})

test('409 when a recovery would lose data that has no backup outside of the server', async () => {
  const disk = { type: 'server', serverId: encodeId('srv', fixture.serverId) }
  await fixture.addBackup(1, await fixture.addLocation('disk', disk))
  await expect(start()).rejects.toEqual(failsWith('drill_without_backup'))
})

test('the sweep leaves a drill alone until it ends', async () => {
  await fixture.addBackup(1)
  const drill = await start()
  const [row] = await db.selectFrom('drills').select('stand_in_id').where('id', '=', drill.id).execute()
  const ids = row === undefined ? [] : [row.stand_in_id, fixture.environmentId]
  const held = () => tenant(fixture.organizationId, (tx) => listStandIns(tx, fixture.organizationId, ids))
  expect(await held()).toEqual([row?.stand_in_id])
  await run(drill, { afterMs: 1_000, isHealthy: true })
  expect(await held()).toEqual([])
})

test('the time until everything is healthy becomes the prediction', async () => {
  await fixture.addBackup(1)
  await run(await start(), { afterMs: 360_000, isHealthy: true })
  const { predicted, lastDrill } = await read()
  expect(predicted.basis).toBe('drill')
  expect(predicted.recoverySeconds).toBeGreaterThanOrEqual(360)
  expect(predicted.recoverySeconds).toBeLessThan(420)
  expect(lastDrill).toMatchObject({ status: 'passed', error: null, finishedAt: expect.any(Date) })
})

test('a failed drill says why, sends a notice, and keeps the last good prediction', async () => {
  await fixture.addBackup(1)
  await run(await start(), { afterMs: 60_000, isHealthy: true })
  await run(await start(), { afterMs: 1_000, isHealthy: false })
  const { predicted, lastDrill } = await read()
  expect(lastDrill).toMatchObject({ status: 'failed', error: { code: 'health_check_failed' } })
  expect(predicted.basis).toBe('drill')
  expect(await notices()).toEqual([expect.objectContaining({ event: 'drill_failed' })])
})

test('automatic drills start at once, then after each interval; turning them off stops them', async () => {
  await fixture.addBackup(1)
  const due = async () =>
    (await listDueRecoveryChecks(db, 100)).filter(({ environmentId }) => environmentId === fixture.environmentId)
  expect(await due()).toEqual([])
  await configure({ drillEvery: 'week' })
  const [check] = await due()
  if (check === undefined) throw new Error('the drill is not due')
  await checkRecovery(database, check)
  const { items } = await drills.list(fixture.actor, fixture.environmentId, { limit: 10 })
  expect(items).toEqual([expect.objectContaining({ trigger: 'schedule', createdBy: null })])
  const { settings } = await read()
  expect(settings.nextDrillAt?.getTime()).toBeGreaterThan(Date.now() + 6 * 24 * 3_600_000)
  expect(await due()).toEqual([])
  expect((await configure({ drillEvery: null })).nextDrillAt).toBeNull()
})

test('an automatic drill that cannot start sends a notice, and is due again later', async () => {
  await configure({ drillEvery: 'day' })
  const { organizationId, environmentId } = fixture
  await checkRecovery(database, { organizationId, environmentId })
  expect(await notices()).toEqual([
    expect.objectContaining({
      event: 'drill_failed',
      failure: expect.objectContaining({ code: 'drill_without_backup' }),
    }),
  ])
  expect((await read()).settings.nextDrillAt?.getTime()).toBeGreaterThan(Date.now())
})

test('a missed target is reported once, and again after it was met', async () => {
  await fixture.addBackup(95)
  await configure({ maxLossMinutes: 60 })
  const { organizationId, environmentId } = fixture
  const check = () => checkRecovery(database, { organizationId, environmentId })
  await check()
  await check()
  const missed = expect.objectContaining({ event: 'recovery_target_missed', target: 'recovery_loses_too_much' })
  expect(await notices()).toEqual([missed])
  await fixture.addBackup(5)
  await check()
  expect(await notices()).toHaveLength(1)
  await db.updateTable('backups').set({ status: 'expired' }).where('environment_id', '=', environmentId).execute()
  await check()
  expect(await notices()).toEqual([missed, missed])
})

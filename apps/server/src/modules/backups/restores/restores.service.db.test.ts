import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { findDeadlocks } from '../../../platform/durable/deadlocks.ts'
import { tryLock } from '../../../platform/durable/locks.ts'
import { startRun } from '../../../platform/durable/runs.ts'
import { step, workflow } from '../../../platform/durable/workflow.ts'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'
import { brandId, type Id } from '../../../platform/ids/brand.ts'
import { encodeId, newId } from '../../../platform/ids/type-id.ts'
import { createSealer } from '../../../platform/secrets/seal.ts'
import { generateIdentity } from '../../../platform/secrets/unseal.ts'
import { testDriver } from '../../../testing/durable-driver.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../testing/test-deployments.ts'
import { listServices, stopEnvironment } from '../../environments/index.ts'
import { ServiceBody } from '../../environments/services.schemas.ts'
import { findDataVolume, saveDataVolume } from '../../workloads/service-data.repository.ts'
import { type BackupSubject, backUp, environmentLock, locksOfBackup } from '../archives/backups.references.ts'
import { startBackup } from '../archives/start-backup.action.ts'
import { findRestore, listUndoableRestores, updateRestore } from './restores.repository.ts'
import { cancelRestore, createRestoresService } from './restores.service.ts'
import { listOverdueRestores } from './restores.system-repository.ts'

const { database } = await useTestDatabase()
const sealer = createSealer((await generateIdentity()).recipient)
const restores = createRestoresService({ database, sealer })
const failsWith = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) })
const someBackup = declareWorkflow({ kind: 'backup', input: z.object({}) })
let fixture: TestEnvironment
let serviceId: Id<'svc'>
let backupId: Id<'bkp'>
let confirm: string

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
  serviceId = newId('svc')
  backupId = newId('bkp')
  confirm = `e${fixture.environmentId.slice(-8)}`
  const { organizationId: organization_id, environmentId: environment_id, serverId } = fixture
  const { name, kind, ...configuration } = ServiceBody.parse({ name: 'db', kind: 'postgres' })
  const service = { name, kind, position: 1, configuration: JSON.stringify(configuration), owned_by_file: [] }
  const db = database.systemDb
  await db
    .insertInto('services')
    .values({ id: serviceId, organization_id, environment_id, ...service })
    .execute()
  const deploymentId = newId('dep')
  await db
    .insertInto('deployments')
    .values({
      id: deploymentId,
      organization_id,
      environment_id,
      number: 1,
      status: 'live',
      trigger: 'manual',
      finished_at: new Date(),
      switched_at: new Date(),
    })
    .execute()
  await db
    .updateTable('environments')
    .set({ live_deployment_id: deploymentId, live_server_id: serverId })
    .where('id', '=', environment_id)
    .execute()
  const about = { form: 1, engine: 'postgres', engineVersion: '16.3', engineImage: 'postgres:16', databaseName: 'app' }
  const digest = { plainBytes: 10, packedBytes: 10, packedSha256: 'b', hasEndMarker: true }
  const manifest = { ...about, ...digest, content: { objects: [], tables: [], entries: null } }
  await db
    .insertInto('backups')
    .values({
      ...{ id: backupId, organization_id, environment_id, service_id: serviceId, service_name: 'db' },
      ...{ kind: 'manual', status: 'succeeded', run_id: newId('run'), engine: 'postgres', object_key: 'k' },
      ...{ sha256: 'c'.repeat(64), manifest: JSON.stringify(manifest) },
    })
    .execute()
})

const inPlace = { target: 'inPlace', safetyBackup: true } as const
const at = () => ({ id: fixture.environmentId, bid: backupId })

/** Puts it in the state in which the run leaves it. */
async function succeed(id: Id<'rst'>): Promise<void> {
  const { organizationId } = fixture
  await database.tenant(organizationId, async (tx) => {
    const row = await findRestore(tx, organizationId, { id })
    await saveDataVolume(tx, organizationId, { serviceId, volume: row?.new_volume ?? '' })
    const undoUntil = new Date(Date.now() + 60_000)
    await updateRestore(tx, organizationId, {
      ...{ id, status: 'succeeded', oldVolume: 'data', undoUntil, isSwitched: true, isFinished: true },
    })
  })
  await endRuns()
}

async function endRuns(): Promise<void> {
  await database.systemDb.deleteFrom('workflow_locks').execute()
  await database.systemDb.updateTable('workflow_runs').set({ status: 'succeeded', finished_at: new Date() }).execute()
}

test('a restore needs the name of the environment as confirmation', async () => {
  const { actor } = fixture
  await expect(restores.restore(actor, at(), { ...inPlace, confirm: 'other' })).rejects.toEqual(
    failsWith('restore_not_confirmed'),
  )
  const restore = await restores.restore(actor, at(), { ...inPlace, confirm })
  expect(restore).toMatchObject({ status: 'queued', target: 'inPlace', serviceId, backupId, undoUntil: null })
  expect(await restores.get(actor, { id: fixture.environmentId, rid: restore.id })).toEqual(restore)
})

test('returns 409 during another restore, a stop or a backup, and the refused request leaves nothing', async () => {
  const { actor, organizationId, environmentId } = fixture
  await restores.restore(actor, at(), { ...inPlace, confirm })
  await expect(restores.restore(actor, at(), { ...inPlace, confirm })).rejects.toEqual(failsWith('environment_busy'))
  await endRuns()
  await database.tenant(organizationId, async (tx) => {
    const runId = await startRun(tx, { workflow: someBackup, key: serviceId, input: {}, organizationId })
    await tryLock(tx, environmentLock(environmentId, 'shared'), { runId, organizationId })
  })
  await expect(restores.restore(actor, at(), { ...inPlace, confirm })).rejects.toEqual(failsWith('environment_locked'))
  await endRuns()
  await database.tenant(organizationId, (tx) =>
    startRun(tx, { workflow: stopEnvironment, key: environmentId, input: { environmentId }, organizationId }),
  )
  await expect(restores.restore(actor, at(), { ...inPlace, confirm })).rejects.toEqual(failsWith('environment_busy'))
  expect((await restores.list(actor, environmentId, { limit: 10 })).items).toHaveLength(1)
})

test("a scheduled backup that waits for a restore doesn't block its safety backup", async () => {
  const { actor, organizationId, environmentId } = fixture
  const nothing = step({ name: 'dump', output: z.object({}), deadlineMs: 5_000, run: async () => ({}) })
  const driver = testDriver(database, [workflow<BackupSubject>(backUp, [nothing], { locks: locksOfBackup })])
  await driver.takeTickets()
  const restore = await restores.restore(actor, at(), { ...inPlace, confirm })
  const heldBy = brandId<'run'>(restore.id)
  const start = (request: { kind: 'scheduled' | 'pre_restore'; heldBy?: Id<'run'> }) =>
    database.tenant(organizationId, (tx) =>
      startBackup(tx, organizationId, { environmentId, serviceId, createdBy: null, ...request }),
    )
  const scheduled = await start({ kind: 'scheduled' })
  await driver.drive(`backup/${serviceId}`)
  expect(await driver.run(scheduled.runId)).toMatchObject({ status: 'queued', waiting_for: { type: 'lock' } })
  const safety = await start({ kind: 'pre_restore', heldBy })
  for (const key of await driver.takeTickets()) if (key.startsWith('backup/')) await driver.drive(key)
  expect(await driver.run(safety.runId)).toMatchObject({ status: 'succeeded' })
  expect(await findDeadlocks(database.systemDb)).toEqual([])
})

test('a new service gets the version of the backup, and a free name', async () => {
  const { actor, organizationId, environmentId } = fixture
  const body = { target: 'newService', confirm, safetyBackup: true } as const
  const taken = restores.restore(actor, at(), { ...body, serviceName: 'db' })
  await expect(taken).rejects.toEqual(failsWith('validation_failed'))
  const restore = await restores.restore(actor, at(), body)
  const services = await database.tenant(organizationId, (tx) => listServices(tx, organizationId, [environmentId]))
  const added = services.find(({ id }) => id === restore.serviceId)
  expect(added).toMatchObject({ name: 'db-restored', kind: 'postgres', configuration: { engineVersion: '16' } })
})

test('a volume of an app is restored in place, into a volume of the same name, and into nothing else', async () => {
  const { actor, organizationId, environmentId } = fixture
  const web = newId('svc')
  const volumes = [{ name: 'uploads', path: '/uploads' }]
  const source = { builder: 'image', image: 'nginx' }
  const { name, kind, ...configuration } = ServiceBody.parse({ name: 'files', kind: 'web', source, volumes })
  const place = { organization_id: organizationId, environment_id: environmentId }
  await database.systemDb
    .insertInto('services')
    .values({
      id: web,
      ...place,
      name,
      kind,
      position: 2,
      configuration: JSON.stringify(configuration),
      owned_by_file: [],
    })
    .execute()
  const change = { service_id: web, engine: 'volume', volume: 'uploads' }
  await database.systemDb.updateTable('backups').set(change).where('id', '=', backupId).execute()
  const elsewhere = restores.restore(actor, at(), { target: 'newService', confirm, safetyBackup: true })
  await expect(elsewhere).rejects.toEqual(failsWith('restore_not_supported'))
  const restore = await restores.restore(actor, at(), { ...inPlace, confirm })
  expect(restore).toMatchObject({ serviceId: web, volume: 'uploads', target: 'inPlace' })
  const row = await database.tenant(organizationId, (tx) => findRestore(tx, organizationId, { id: restore.id }))
  expect(row?.new_volume).toMatch(/^uploads-[0-9a-f]{16}$/)
  await endRuns()
  await database.systemDb.updateTable('backups').set({ volume: 'gone' }).where('id', '=', backupId).execute()
  await expect(restores.restore(actor, at(), { ...inPlace, confirm })).rejects.toEqual(failsWith('restore_target_gone'))
})

test('undo works for the newest restore of a database while its old volume is kept', async () => {
  const { actor, organizationId, environmentId } = fixture
  const first = await restores.restore(actor, at(), { ...inPlace, confirm })
  const place = (rid: Id<'rst'>) => ({ id: environmentId, rid })
  await expect(restores.undo(actor, place(first.id))).rejects.toEqual(failsWith('restore_not_undoable'))
  await succeed(first.id)
  const second = await restores.restore(actor, at(), { ...inPlace, confirm })
  await succeed(second.id)
  await expect(restores.undo(actor, place(first.id))).rejects.toEqual(failsWith('restore_not_undoable'))
  const undone = await restores.undo(actor, place(second.id))
  expect(await restores.runOf(actor, place(second.id))).not.toBe(second.id)
  expect(undone.status).toBe('succeeded')
  const kept = await database.tenant(organizationId, (tx) => listUndoableRestores(tx, organizationId, serviceId))
  expect(kept.map(({ id }) => id)).toEqual([second.id, first.id])
})

test("only a person can confirm a restore; then it can't be undone, and confirming is idempotent", async () => {
  const { actor, environmentId, organizationId } = fixture
  const { id } = await restores.restore(actor, at(), { ...inPlace, confirm })
  const place = { id: environmentId, rid: id }
  await expect(restores.confirm(actor, place)).rejects.toEqual(failsWith('restore_not_confirmable'))
  await succeed(id)
  // A leaked token could restore an old backup, and then destroy the data of today.
  await expect(restores.confirm({ ...actor, kind: 'token' }, place)).rejects.toEqual(failsWith('person_required'))
  const confirmed = await restores.confirm(actor, place)
  expect(confirmed).toMatchObject({ undoUntil: null, confirmedAt: expect.any(Date) })
  expect((await restores.confirm(actor, place)).confirmedAt).toEqual(confirmed.confirmedAt)
  await expect(restores.undo(actor, place)).rejects.toEqual(failsWith('restore_not_undoable'))
  const volume = await database.tenant(organizationId, (tx) => findDataVolume(tx, organizationId, { serviceId }))
  expect(volume).toMatch(/^data-/)
})

test('a restore and an import can be canceled until they end, and the audit log names which one it was', async () => {
  const { actor, organizationId, environmentId: id } = fixture
  const { id: rid } = await restores.restore(actor, at(), { ...inPlace, confirm })
  expect(await restores.cancel(actor, { id, rid })).toMatchObject({ id: rid })
  const db = database.systemDb
  await db.updateTable('restores').set({ source: 'import', backup_id: null }).where('id', '=', rid).execute()
  await expect(restores.cancel(actor, { id, rid })).rejects.toEqual(failsWith('not_found'))
  const cancelImport = () =>
    database.tenant(organizationId, (tx) => cancelRestore(tx, actor, { id, rid, source: 'import' }))
  expect(await cancelImport()).toMatchObject({ id: rid })
  const entries = await db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .where('organization_id', '=', organizationId)
    .where('action', 'like', '%_cancel_requested')
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'environment.restore_cancel_requested', detail: { restoreId: encodeId('rst', rid) } },
    { action: 'environment.import_cancel_requested', detail: { importId: encodeId('imp', brandId<'imp'>(rid)) } },
  ])
  await endRuns()
  await expect(cancelImport()).rejects.toEqual(failsWith('restore_not_cancellable'))
})

test('finds expired restores once they have succeeded', async () => {
  const { actor } = fixture
  const { id } = await restores.restore(actor, at(), { ...inPlace, confirm })
  await succeed(id)
  const found = async (ms: number) =>
    (await listOverdueRestores(database.systemDb, new Date(Date.now() + ms))).map((each) => each.id)
  expect(await found(0)).not.toContain(id)
  expect(await found(120_000)).toContain(id)
})

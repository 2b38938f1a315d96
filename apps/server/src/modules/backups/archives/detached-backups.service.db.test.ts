import { beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock/clock.ts'
import { startRun } from '../../../platform/durable/runs.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import { createSealer } from '../../../platform/secrets/seal.ts'
import { generateIdentity } from '../../../platform/secrets/unseal.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../testing/test-deployments.ts'
import { deleteEnvironment, listServices } from '../../environments/index.ts'
import { createRestoresService } from '../restores/restores.service.ts'
import { removeBackup } from './backups.references.ts'
import { DetachedBackupsQuery } from './backups.schemas.ts'
import { detachOrRemoveBackups } from './detach-backups.action.ts'
import { createDetachedBackupsService } from './detached-backups.service.ts'

const { database } = await useTestDatabase()
const db = database.systemDb
const link = { stream: () => Promise.reject(new Error('no worker')) }
const detached = createDetachedBackupsService({ database, clock: systemClock, link })
const sealer = createSealer((await generateIdentity()).recipient)
const restores = createRestoresService({ database, sealer })
const failsWith = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) })
const everything = DetachedBackupsQuery.parse({})
let fixture: TestEnvironment

beforeEach(async () => {
  fixture = await createTestEnvironment(database)
})

async function addBackup(status = 'succeeded', engine = 'postgres'): Promise<Id<'bkp'>> {
  const { organizationId: organization_id, environmentId: environment_id } = fixture
  const id = newId('bkp')
  const about = { form: 1, engine, engineVersion: '16.3', engineImage: 'postgres:16', databaseName: 'app' }
  const digest = { plainBytes: 10, packedBytes: 10, packedSha256: 'b', hasEndMarker: true }
  const manifest = JSON.stringify({ ...about, ...digest, content: { objects: [], tables: [], entries: null } })
  await db
    .insertInto('backups')
    .values({
      ...{ id, organization_id, environment_id, service_id: newId('svc'), service_name: 'db', kind: 'manual', status },
      ...{ run_id: newId('run'), engine, object_key: `backups/x/${id}/a`, sha256: 'c'.repeat(64), manifest },
      finished_at: new Date(),
    })
    .execute()
  return id
}

/** Does what the removal of an environment does at its end. */
async function deleteIt(backups: 'keep' | 'delete' = 'keep') {
  const { organizationId, environmentId } = fixture
  return await database.tenant(organizationId, async (tx) => {
    const locked = await detachOrRemoveBackups(tx, organizationId, { environmentId, backups })
    await deleteEnvironment(tx, organizationId, environmentId)
    return locked
  })
}

const removals = async () =>
  await db
    .selectFrom('workflow_runs')
    .select(['key', 'input'])
    .where('kind', '=', removeBackup.kind)
    .where('organization_id', '=', fixture.organizationId)
    .execute()

test('backups of a deleted environment stay listed, with the names of their environment and service', async () => {
  const id = await addBackup()
  await addBackup('failed')
  const stays = await createTestEnvironment(database, fixture)
  await deleteIt()
  const { items } = await detached.list(fixture.actor, everything)
  expect(items).toMatchObject([
    { id, environmentId: null, environmentName: `e${fixture.environmentId.slice(-8)}`, projectName: 'Shop' },
  ])
  expect(await detached.get(fixture.actor, id)).toMatchObject({ id, status: 'succeeded' })
  expect(await removals()).toEqual([])
  expect(stays.organizationId).toBe(fixture.organizationId)
})

test('deleting an environment removes its backups on request', async () => {
  const id = await addBackup()
  await addBackup('failed')
  await deleteIt('delete')
  expect(await removals()).toEqual([{ key: `backup-removal/${id}`, input: { backupId: id, environmentId: null } }])
})

test('locked backups of a deleted environment stay, are reported, and can be deleted after their lock', async () => {
  const [free, soon, late] = [await addBackup(), await addBackup(), await addBackup()]
  const [sooner, later] = [new Date(Date.now() + 60_000), new Date(Date.now() + 120_000)]
  const lock = async (id: Id<'bkp'>, locked_until: Date) =>
    await db.updateTable('backups').set({ locked_until }).where('id', '=', id).execute()
  await lock(free, new Date())
  await lock(soon, sooner)
  await lock(late, later)
  expect(await deleteIt('delete')).toEqual({ count: 2, until: later.toISOString() })
  expect(await removals()).toEqual([{ key: `backup-removal/${free}`, input: { backupId: free, environmentId: null } }])
  const { items } = await detached.list(fixture.actor, everything)
  expect(items.find(({ id }) => id === late)).toMatchObject({ lockedUntil: later })
  await expect(detached.remove(fixture.actor, soon)).rejects.toMatchObject({
    problem: { code: 'backup_locked' },
    extra: { lockedUntil: sooner.toISOString() },
  })
  await lock(soon, new Date())
  expect(await detached.remove(fixture.actor, soon)).toMatchObject({ id: soon })
})

test('a backup can be deleted once, not while it is restored, and only by its organization', async () => {
  const id = await addBackup()
  const other = await createTestEnvironment(database)
  await expect(detached.remove(fixture.actor, id)).rejects.toEqual(failsWith('not_found'))
  await deleteIt()
  await expect(detached.remove(other.actor, id)).rejects.toEqual(failsWith('not_found'))
  const target = await createTestEnvironment(database, fixture)
  const restore = {
    ...{ id: newId('rst'), organization_id: fixture.organizationId, environment_id: target.environmentId },
    ...{ service_id: newId('svc'), source: 'backup', backup_id: id, target: 'new_service', status: 'restoring' },
  }
  await db
    .insertInto('restores')
    .values({ ...restore, run_id: newId('run'), new_volume: 'data' })
    .execute()
  await expect(detached.remove(fixture.actor, id)).rejects.toEqual(failsWith('backup_in_use'))
  await db.updateTable('restores').set({ finished_at: new Date() }).where('id', '=', restore.id).execute()
  expect(await detached.remove(fixture.actor, id)).toMatchObject({ id })
  // Its archive stays where it is until the trash forgets it.
  expect(await removals()).toEqual([])
  await expect(detached.remove(fixture.actor, id)).rejects.toEqual(failsWith('not_found'))
  const trash = db.selectFrom('trash_items').select(['kind', 'subject_id'])
  expect(await trash.where('subject_id', '=', id).execute()).toEqual([{ kind: 'backup', subject_id: id }])
})

async function deployed(): Promise<TestEnvironment> {
  const target = await createTestEnvironment(database, fixture)
  const { environmentId: environment_id, organizationId: organization_id, serverId } = target
  const id = newId('dep')
  const about = { number: 1, status: 'live', trigger: 'manual', finished_at: new Date(), switched_at: new Date() }
  await db
    .insertInto('deployments')
    .values({ id, organization_id, environment_id, ...about })
    .execute()
  const live = { live_deployment_id: id, live_server_id: serverId }
  await db.updateTable('environments').set(live).where('id', '=', environment_id).execute()
  return target
}

const into = (target: TestEnvironment, bid: Id<'bkp'>, kind: 'newService' | 'inPlace' = 'newService') =>
  restores.restore(
    fixture.actor,
    { id: target.environmentId, bid },
    { target: kind, confirm: `e${target.environmentId.slice(-8)}`, safetyBackup: true },
  )

test('a backup can be restored into another environment, as a new service of its kind and version', async () => {
  const id = await addBackup()
  const target = await deployed()
  await expect(into(target, id)).rejects.toEqual(failsWith('not_found'))
  await deleteIt()
  expect(await into(target, id)).toMatchObject({ backupId: id, target: 'newService', status: 'queued' })
  const { organizationId } = fixture
  const services = await database.tenant(organizationId, (tx) =>
    listServices(tx, organizationId, [target.environmentId]),
  )
  expect(services.at(-1)).toMatchObject({
    name: 'db-restored',
    kind: 'postgres',
    configuration: { engineVersion: '16' },
  })
})

test('returns 409 when no service of the environment matches, and while the backup is being deleted', async () => {
  const id = await addBackup()
  const target = await deployed()
  await deleteIt()
  await expect(into(target, id, 'inPlace')).rejects.toEqual(failsWith('restore_service_unknown'))
  const { organizationId } = fixture
  await database.tenant(organizationId, (tx) =>
    startRun(tx, { workflow: removeBackup, key: id, input: { backupId: id, environmentId: null }, organizationId }),
  )
  await expect(into(target, id)).rejects.toEqual(failsWith('backup_not_available'))
})

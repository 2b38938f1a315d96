import { beforeEach, expect, test } from 'vitest'
import { startRun } from '../../../../platform/durable/runs.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import { newId } from '../../../../platform/ids/type-id.ts'
import { testDriver } from '../../../../testing/durable-driver.ts'
import { createFakeLockingStore } from '../../../../testing/fake-locking-store.ts'
import { useTestDatabase } from '../../../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../../testing/test-deployments.ts'
import { removeBackup } from '../backups.references.ts'
import { removeArchives } from '../remove-archives.remote.ts'
import { createRemoveBackup } from './remove-backup.workflow.ts'

const { database } = await useTestDatabase()
const db = database.systemDb
const signal = new AbortController().signal
const openKey = () => Promise.reject(new Error('not needed'))
let now = new Date()
let fixture: TestEnvironment
let destinationId: Id<'bds'>
let store = createFakeLockingStore({ now: () => now })
const tools = { database, openStore: async () => store, openKey }
const minute = (count: number) => new Date(Date.now() + count * 60_000)

beforeEach(async () => {
  now = new Date()
  store = createFakeLockingStore({ now: () => now })
  fixture = await createTestEnvironment(database)
  destinationId = newId('bds')
  const place = { id: destinationId, organization_id: fixture.organizationId, name: 'Bucket' }
  await db
    .insertInto('backup_destinations')
    .values({ ...place, type: 's3', configuration: '{}', sealed_secret: 'sealed' })
    .execute()
})

/** `row` is what Longshore knows about the lock, `bucket` what the store enforces. */
async function addBackup({ row, bucket }: { row: Date | null; bucket: Date | null }): Promise<Id<'bkp'>> {
  const { organizationId: organization_id, environmentId: environment_id } = fixture
  const id = newId('bkp')
  const object_key = `backups/${id}/1.zst.age`
  const lock = bucket === null ? undefined : { mode: 'compliance' as const, until: bucket }
  await store.put(object_key, content(), { signal, lock })
  await store.put(object_key, content(), { signal })
  await store.remove(object_key, { signal })
  await db
    .insertInto('backups')
    .values({
      ...{ id, organization_id, environment_id, service_id: newId('svc'), service_name: 'db', kind: 'manual' },
      ...{ status: 'succeeded', run_id: newId('run'), engine: 'postgres', destination_id: destinationId, object_key },
      ...{ sha256: 'c'.repeat(64), manifest: '{}', finished_at: now, locked_until: row, lock_mode: 'compliance' },
    })
    .execute()
  return id
}

async function* content(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('archive')
}

async function remove(id: Id<'bkp'>): Promise<void> {
  const { organizationId, environmentId } = fixture
  const input = { backupId: id, environmentId }
  await database.tenant(organizationId, (tx) =>
    startRun(tx, { workflow: removeBackup, key: id, input, organizationId }),
  )
  await testDriver(database, [createRemoveBackup(tools)]).drive(`backup-removal/${id}`)
}

const find = (id: Id<'bkp'>) => db.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirst()

test('after the lock ended, the archive is removed with every version', async () => {
  const id = await addBackup({ row: now, bucket: now })
  await remove(id)
  expect(await find(id)).toBeUndefined()
  expect(store.storedKeys()).toEqual([])
})

test('if the store still locks the archive, the backup stays with the date of the store, without an error', async () => {
  const until = minute(5)
  const id = await addBackup({ row: now, bucket: until })
  await remove(id)
  expect(await find(id)).toMatchObject({ status: 'succeeded', locked_until: until })
  expect(store.storedKeys()).toHaveLength(1)
  const run = db.selectFrom('workflow_runs').select('status').where('key', '=', `backup-removal/${id}`)
  expect(await run.executeTakeFirst()).toEqual({ status: 'succeeded' })
})

test("locked archives don't hold up the removal of an organization; it reports when the last lock ends", async () => {
  const [soon, late] = [minute(5), minute(60)]
  const locked = [await addBackup({ row: late, bucket: late }), await addBackup({ row: soon, bucket: soon })]
  const extended = await addBackup({ row: now, bucket: soon })
  const free = await addBackup({ row: now, bucket: now })
  const left = await removeArchives(tools, fixture.organizationId, signal)
  expect(left).toEqual([{ name: 'Bucket', code: 'backup_locked', lockedUntil: late.toISOString() }])
  expect(await find(free)).toBeUndefined()
  for (const id of [...locked, extended]) expect(await find(id)).toBeDefined()
})

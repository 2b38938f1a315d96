import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Id } from '../../../../platform/ids/brand.ts'
import { newId } from '../../../../platform/ids/type-id.ts'
import type { ObjectStore } from '../../../../platform/objects/object-store.ts'
import { generateIdentity } from '../../../../platform/secrets/unseal.ts'
import { testDriver } from '../../../../testing/durable-driver.ts'
import { createFakeLockingStore } from '../../../../testing/fake-locking-store.ts'
import { useTestDatabase } from '../../../../testing/test-database.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../../testing/test-deployments.ts'
import { ServiceBody } from '../../../environments/services.schemas.ts'
import { toBackup } from '../backup.mapper.ts'
import { findBackup } from '../backups.repository.ts'
import { openBackup } from '../open-backup.remote.ts'
import { startBackup } from '../start-backup.action.ts'
import { createBackUp } from './backup.workflow.ts'
import type { BackupDeps } from './backup-tools.context.ts'

const { database } = await useTestDatabase()
const db = database.systemDb
const key = await generateIdentity()
const signal = new AbortController().signal
const dayMs = 86_400_000
/** An empty tar archive, and one without its end. */
const tars: Record<string, Buffer> = { '/whole': Buffer.alloc(1_024), '/cut': Buffer.alloc(0) }
const folder = await mkdtemp(join(tmpdir(), 'longshore-backup-'))
const socketPath = join(folder, 'engine.sock')
const engine = createServer((request, response) => response.end(tars[request.url ?? '']))
let fixture: TestEnvironment
let destinationId: Id<'bds'>
let store = createFakeLockingStore({ now: () => new Date() })

beforeAll(async () => {
  engine.listen(socketPath)
  await once(engine, 'listening')
})
afterAll(async () => {
  engine.close()
  await rm(folder, { recursive: true })
})

beforeEach(async () => {
  store = createFakeLockingStore({ now: () => new Date() })
  fixture = await createTestEnvironment(database)
  const { organizationId: organization_id, environmentId, serverId, serviceId } = fixture
  destinationId = newId('bds')
  const place = { id: destinationId, organization_id, name: 'Bucket', type: 's3', configuration: '{}' }
  await db
    .insertInto('backup_destinations')
    .values({ ...place, sealed_secret: 'sealed' })
    .execute()
  await db.updateTable('environments').set({ live_server_id: serverId }).where('id', '=', environmentId).execute()
  const source = { builder: 'image', image: 'nginx:1.29' }
  const volumes = [{ name: 'files', path: '/files' }]
  const { name: _, kind: __, ...configuration } = ServiceBody.parse({ name: 'web', kind: 'worker', source, volumes })
  const set = { configuration: JSON.stringify(configuration) }
  await db.updateTable('services').set(set).where('id', '=', serviceId).execute()
})

function depsOf({ path = '/whole', opened = store }: { path?: string; opened?: ObjectStore }): BackupDeps {
  const runtime = {
    listContainers: async () => [{ labels: {}, image: 'sha256:1' }],
    removeContainer: async () => undefined,
    async readVolumeTo(
      _: unknown,
      { reader }: { reader: { open(at: object): Promise<void>; read(): Promise<object> } },
    ) {
      await reader.open({ socketPath, method: 'GET', path, form: 'body' })
      return Object(await reader.read()).result
    },
  }
  return {
    database,
    runtimes: { use: async (_, __, work) => await work(runtime as never) },
    databases: { open: () => Promise.reject(new Error('no database')) },
    openStore: async () => opened,
    openKey: async () => key,
    scheduleOf: async () => ({ destinationId, recipient: null }),
    afterEnd: async () => undefined,
  }
}

async function backUp(deps: BackupDeps) {
  const { organizationId, environmentId, serviceId } = fixture
  const request = { environmentId, serviceId, volume: 'files', kind: 'manual', createdBy: null } as const
  const { backupId: id } = await database.tenant(organizationId, (tx) => startBackup(tx, organizationId, request))
  await testDriver(database, [createBackUp(deps)]).drive(`backup/${serviceId}`)
  const row = await database.tenant(organizationId, (tx) => findBackup(tx, organizationId, { id }))
  if (row === undefined) throw new Error('the backup has no row')
  return row
}

const lockOf = async () => await store.versions.removeFolder('backups', { signal })

test('archive and manifest are locked until one time, which the backup has', async () => {
  const startedMs = Date.now()
  const row = await backUp(depsOf({}))
  expect(row).toMatchObject({ status: 'succeeded', lock_mode: 'compliance', object_version: expect.any(String) })
  const lockedMs = row.locked_until?.getTime() ?? 0
  expect(lockedMs).toBeGreaterThanOrEqual(startedMs + 30 * dayMs)
  expect((await lockOf())?.getTime()).toBe(lockedMs)
  expect(store.storedKeys()).toEqual([row.object_key, `${row.object_key}.manifest.json`])
  expect(toBackup(row)).toMatchObject({ lockedUntil: row.locked_until, destination: { objectKey: row.object_key } })
})

test('an archive that was overwritten and hidden is read as it was stored', async () => {
  const deps = depsOf({})
  const { id, object_key: objectKey } = await backUp(deps)
  await store.put(objectKey ?? '', chunk('garbage'), { signal })
  await store.remove(objectKey ?? '', { signal })
  const opened = await openBackup(deps, fixture.organizationId, id)
  expect(await buffer(opened.plain(signal))).toEqual(tars['/whole'])
})

test('without a rule, nothing is locked', async () => {
  store = createFakeLockingStore({ rule: null, now: () => new Date() })
  const row = await backUp(depsOf({}))
  expect(row).toMatchObject({ status: 'succeeded', locked_until: null, lock_mode: null, object_version: null })
  expect(await lockOf()).toBeNull()
})

test('a backup that fails after its upload keeps the place of the locked archive for its removal', async () => {
  const damaged: ObjectStore = { ...store, read: (at, call) => corrupted(store.read(at, call)) }
  const row = await backUp(depsOf({ opened: damaged }))
  expect(row).toMatchObject({ status: 'failed', error: { code: 'backup_damaged' }, sha256: null })
  expect(store.storedKeys()).toEqual([row.object_key, `${row.object_key}.manifest.json`])
  expect(await lockOf()).toEqual(row.locked_until)
  expect(toBackup(row)).toMatchObject({ lockedUntil: row.locked_until, destination: { objectKey: null } })
})

test('a backup that fails before its upload is complete leaves nothing, and has no lock', async () => {
  const row = await backUp(depsOf({ path: '/cut' }))
  expect(row).toMatchObject({ status: 'failed', error: { code: 'backup_incomplete' } })
  expect(row).toMatchObject({ locked_until: null, lock_mode: null, object_key: null })
  expect(store.storedKeys()).toEqual([])
})

async function* chunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

async function* corrupted(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of content)
    yield chunk.map((byte, at) => (at === chunk.length - 30 ? byte ^ 1 : byte)) as Buffer
}

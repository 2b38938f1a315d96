import { readdir } from 'node:fs/promises'
import { armor, Decrypter } from 'age-encryption'
import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../platform/access/actor.ts'
import { systemClock } from '../../../platform/clock/clock.ts'
import { encodeId, newId } from '../../../platform/ids/type-id.ts'
import { generateIdentity } from '../../../platform/secrets/unseal.ts'
import { createTestBackupSchedules } from '../../../testing/test-backup-schedules.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { failsWith } from '../../../testing/test-projects.ts'
import { openBackupKey } from './backup-key.crypto.ts'
import { createBackupKeyService } from './backup-key.service.ts'
import { insertDestination, listDestinationsOn } from './destinations.repository.ts'
import { CreateDestinationBody } from './destinations.schemas.ts'
import { createDestinationsService } from './destinations.service.ts'
import { openStore } from './open-store.remote.ts'

const { database } = await useTestDatabase()
const { fixture, folder, tools, options, destinations } = await createTestBackupSchedules(database)
const create = (body: object) => destinations.create(actor, CreateDestinationBody.parse(body))
const onDisk = (name = 'Disk') => create({ type: 'controlPlane', name })
const bucket = {
  type: 's3',
  name: 'Bucket',
  endpoint: 'https://127.0.0.1:1',
  bucket: 'backups',
  accessKeyId: 'key',
  secretAccessKey: 'not-to-be-seen',
}
let actor: Actor

beforeEach(async () => {
  actor = await fixture.newActor()
})

it('saves a location that can be written, read, and deleted, and opens it only for this organization', async () => {
  const created = await onDisk()
  expect(created).toMatchObject({ type: 'controlPlane', status: 'working', problem: null, s3: null })
  const call = { signal: AbortSignal.timeout(10_000) }
  const store = await openStore(tools, actor.organizationId, created.id)
  await store.put('env/one', chunk('content'), call)
  const other = await fixture.newActor()
  await expect(openStore(tools, other.organizationId, created.id)).rejects.toEqual(failsWith('destination_gone'))
  actor = other
  const theirs = await openStore(tools, other.organizationId, (await onDisk()).id)
  expect(await theirs.sizeOf('env/one', call)).toBeNull()
  // The test object was removed.
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(files.filter((each) => each.isFile()).map(({ name }) => name)).toEqual(['one'])
})

it('returns 422 for forbidden addresses and invalid endpoints; nothing is saved', async () => {
  await expect(create({ ...bucket, secretAccessKey: 'x' })).rejects.toEqual(failsWith('destination_address_refused'))
  await expect(create({ ...bucket, endpoint: 'http://169.254.169.254', secretAccessKey: 'x' })).rejects.toEqual(
    failsWith('destination_address_refused'),
  )
  for (const endpoint of [
    'ftp://s3.test',
    'https://s3.test/bucket',
    'https://a:b@s3.test',
    's3.test',
    'https://s3.test?x',
  ])
    expect(CreateDestinationBody.safeParse({ ...bucket, endpoint, secretAccessKey: 'x' }).success).toBe(false)
  expect((await destinations.list(actor, { limit: 20 })).items).toEqual([])
})

it('returns 404 for servers and storage locations of another organization', async () => {
  await expect(create({ type: 'server', name: 'Server', serverId: wire('srv') })).rejects.toEqual(
    failsWith('not_found'),
  )
  const { id } = await onDisk()
  const other = await fixture.newActor()
  for (const work of [
    () => destinations.get(other, id),
    () => destinations.check(other, id),
    () => destinations.update(other, id, { name: 'Mine' }),
    () => destinations.remove(other, id),
  ])
    await expect(work()).rejects.toEqual(failsWith('not_found'))
})

it('is renamed, checked, and deleted; names are unique', async () => {
  const first = await onDisk('One')
  await expect(onDisk('One')).rejects.toEqual(failsWith('destination_name_taken'))
  const second = await onDisk('Two')
  await expect(destinations.update(actor, second.id, { name: 'One' })).rejects.toEqual(
    failsWith('destination_name_taken'),
  )
  await expect(destinations.update(actor, second.id, { accessKeyId: 'x' })).rejects.toEqual(
    failsWith('validation_failed'),
  )
  expect(await destinations.update(actor, first.id, { name: 'Three' })).toMatchObject({ name: 'Three', version: 2 })
  expect(await destinations.check(actor, first.id)).toMatchObject({ status: 'working' })
  await destinations.remove(actor, first.id)
  await expect(destinations.get(actor, first.id)).rejects.toEqual(failsWith('not_found'))
})

it('exports the recovery kit to a person who signed in recently, and records the export', async () => {
  const keys = createBackupKeyService({ database, clock: systemClock, link: options.link })
  expect(await keys.get(actor)).toMatchObject({ exportedAt: null, recipient: expect.stringMatching(/^age1/) })
  const { identity, recipient } = await generateIdentity()
  await expect(keys.exportKit({ ...actor, kind: 'token' }, recipient)).rejects.toEqual(failsWith('person_required'))
  const { ciphertext } = await keys.exportKit(actor, recipient)
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity.reveal())
  const kit = await decrypter.decrypt(armor.decode(ciphertext), 'text')
  const opened = await openBackupKey(tools, actor.organizationId)
  expect(kit.trim().split('\n').at(-1)).toBe(opened.identity.reveal())
  expect((await keys.get(actor)).exportedAt).toBeInstanceOf(Date)
  expect((await keys.get(await fixture.newActor())).recipient).not.toBe(opened.recipient)
})

it('changes the object lock of a bucket after a test, and never of other locations', async () => {
  const objectLock = { mode: 'compliance' as const, days: 30 }
  for (const days of [0, 3651, 1.5, '7'])
    expect(CreateDestinationBody.safeParse({ ...bucket, objectLock: { mode: 'compliance', days } }).success).toBe(false)
  expect(CreateDestinationBody.parse(bucket)).toMatchObject({ objectLock: null })
  const disk = await onDisk()
  await expect(destinations.update(actor, disk.id, { objectLock })).rejects.toEqual(failsWith('validation_failed'))
  const tested: unknown[] = []
  const link: typeof options.link = {
    ...options.link,
    call: async (_, args) => {
      tested.push(args)
      return null as never
    },
  }
  const untested = createDestinationsService({ ...options, link })
  const { id } = await untested.create(actor, CreateDestinationBody.parse({ ...bucket, objectLock }))
  expect((await untested.get(actor, id)).s3).toMatchObject({ objectLock })
  expect((await untested.update(actor, id, { name: 'Renamed' })).s3).toMatchObject({ objectLock })
  expect(tested).toHaveLength(1)
  const weaker = { mode: 'governance' as const, days: 7 }
  expect((await untested.update(actor, id, { objectLock: weaker })).s3).toMatchObject({ objectLock: weaker })
  expect(tested[1]).toMatchObject({ configuration: { objectLock: weaker }, secretOf: id })
  expect((await untested.update(actor, id, { objectLock: null })).s3).toMatchObject({ objectLock: null })
  const audited = await database.systemDb
    .selectFrom('audit_log')
    .select('detail')
    .where('target_id', '=', id)
    .orderBy('id')
    .execute()
  expect(audited.map(({ detail }) => Object(detail).objectLock)).toEqual([objectLock, objectLock, weaker, null])
})

async function* chunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

function wire(prefix: 'srv'): string {
  return encodeId(prefix, newId(prefix))
}

it('lists the storage locations on a server', async () => {
  const [here, there] = [newId('srv'), newId('srv')]
  const named = (name: string, serverId: typeof here) => ({
    ...{ id: newId('bds'), name, sealedSecret: null },
    configuration: { type: 'server' as const, serverId },
  })
  const onHere = await database.tenant(actor.organizationId, async (tx) => {
    await insertDestination(tx, actor.organizationId, named('Attic', here))
    await insertDestination(tx, actor.organizationId, named('Cellar', there))
    return await listDestinationsOn(tx, actor.organizationId, here)
  })
  expect(onHere).toEqual(['Attic'])
})

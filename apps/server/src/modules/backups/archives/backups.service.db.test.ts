import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pack } from '@longshore/archive'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../platform/access/actor.ts'
import { systemClock } from '../../../platform/clock/clock.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId, newId } from '../../../platform/ids/type-id.ts'
import { createFolderStore } from '../../../platform/objects/folder-store.ts'
import { generateIdentity } from '../../../platform/secrets/unseal.ts'
import { directLink } from '../../../testing/direct-link.ts'
import { connectAsSuperuser } from '../../../testing/superuser.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createTestProjects, failsWith } from '../../../testing/test-projects.ts'
import { SecretReleases } from '../../audit/index.ts'
import { ConfigureServicesBody, CreateEnvironmentBody } from '../../environments/environments.schemas.ts'
import { createEnvironmentsService } from '../../environments/environments.service.ts'
import { createServicesService } from '../../environments/services.service.ts'
import { readProjectFacts } from '../../projects/project-facts.query.ts'
import { environmentLock } from './backups.references.ts'
import { BackupsQuery } from './backups.schemas.ts'
import { createBackupsService } from './backups.service.ts'
import { createBackupCalls } from './calls/download-backup.call.ts'
import { openBackup } from './open-backup.remote.ts'

const { url, database } = await useTestDatabase()
const superuser = connectAsSuperuser(url)
const fixture = await createTestProjects(database)
const folder = await mkdtemp(join(tmpdir(), 'backups-'))
afterAll(() => rm(folder, { recursive: true }))
const store = createFolderStore(folder)
const key = await generateIdentity()
const tools = { database, openStore: async () => store, openKey: async () => key }
let isPlanned = true
let canPlan = false
const backups = createBackupsService({
  database,
  clock: systemClock,
  link: directLink(createBackupCalls(tools)),
  hasConfig: async () => isPlanned,
  ensureDefaultConfig: async () => {
    isPlanned = canPlan
  },
})
const signal = new AbortController().signal
let actor: Actor
let id: Id<'env'>
let serviceId: Id<'svc'>

beforeEach(async () => {
  isPlanned = true
  canPlan = false
  actor = await fixture.newActor()
  const projectId = encodeId('prj', await fixture.analyzed(actor))
  const dependencies = { project: readProjectFacts, liveRelease: async () => null, domains: async () => [] }
  const options = { ...fixture.options, dependencies }
  id = (
    await createEnvironmentsService(options).create(actor, CreateEnvironmentBody.parse({ projectId, name: 'Shop' }))
  ).id
  const web = {
    name: 'web',
    kind: 'web',
    source: { builder: 'image', image: 'nginx' },
    volumes: [{ name: 'files', path: '/files' }],
  }
  const body = ConfigureServicesBody.parse({
    services: [web, { name: 'db', kind: 'postgres' }, { name: 'cache', kind: 'redis' }],
  })
  const set = await createServicesService(options).configure(actor, id, body)
  serviceId = set.services.find(({ name }) => name === 'db')?.id ?? newId('svc')
  await superuser.query(`update environments set live_deployment_id = gen_random_uuid() where id = $1`, [id])
})

describe('a trigger', () => {
  it('creates backup settings if there is nothing to choose, and only for a backup that starts', async () => {
    isPlanned = false
    canPlan = true
    await superuser.query('update environments set stopped_at = now() where id = $1', [id])
    await expect(backups.trigger(actor, id, {})).rejects.toEqual(failsWith('environment_stopped'))
    expect(isPlanned).toBe(false)
    await superuser.query('update environments set stopped_at = null where id = $1', [id])
    expect((await backups.trigger(actor, id, {})).items).toHaveLength(3)
  })

  it('starts one backup of each database and volume, or of one service', async () => {
    const { items } = await backups.trigger(actor, id, {})
    expect(items.map(({ serviceName, volume, engine, status }) => [serviceName, volume, engine, status])).toEqual([
      ['web', 'files', 'volume', 'queued'],
      ['db', null, 'postgres', 'queued'],
      ['cache', null, 'redis', 'queued'],
    ])
    expect((await backups.trigger(actor, id, { serviceId })).items).toHaveLength(1)
    expect((await list()).items).toHaveLength(4)
    expect((await list({ serviceId: encodeId('svc', serviceId) })).items).toHaveLength(2)
    expect((await list({ status: 'succeeded' })).items).toEqual([])
  })

  it('returns 409 without a storage location, before a deployment, while stopped, and for a service without data', async () => {
    isPlanned = false
    await expect(backups.trigger(actor, id, {})).rejects.toEqual(failsWith('backup_destination_missing'))
    isPlanned = true
    await expect(backups.trigger(actor, id, { serviceId: newId('svc') })).rejects.toEqual(
      failsWith('nothing_to_back_up'),
    )
    await superuser.query('update environments set stopped_at = now() where id = $1', [id])
    await expect(backups.trigger(actor, id, {})).rejects.toEqual(failsWith('environment_stopped'))
    await superuser.query('update environments set live_deployment_id = null where id = $1', [id])
    await expect(backups.trigger(actor, id, {})).rejects.toEqual(failsWith('environment_not_deployed'))
  })

  it('returns 409 with the lock holder of the environment, and the attempt leaves nothing behind', async () => {
    await superuser.query(
      `with run as (insert into workflow_runs (id, organization_id, kind, key, input)
         values ($1, $2, 'restore-backup', 'environment/x', '{}') returning id)
       insert into workflow_locks (resource, run_id, organization_id, mode, granted_at) select $3, id, $2, 'exclusive', now() from run`,
      [newId('run'), actor.organizationId, environmentLock(id, 'exclusive').resource],
    )
    await expect(backups.trigger(actor, id, {})).rejects.toMatchObject({
      problem: { code: 'environment_locked', status: 409 },
      message: expect.stringContaining('a restore'),
      extra: { heldBy: [{ kind: 'restore-backup', granted: true }] },
    })
    expect((await list()).items).toEqual([])
  })
})

it('returns 404 for a backup of another organization or another environment', async () => {
  const [begun] = (await backups.trigger(actor, id, { serviceId })).items
  const bid = begun?.id ?? newId('bkp')
  const stranger = await fixture.newActor()
  for (const ask of [backups.get, backups.cancel, backups.remove]) {
    await expect(ask(stranger, { id, bid })).rejects.toEqual(failsWith('not_found'))
    await expect(ask(actor, { id: newId('env'), bid })).rejects.toEqual(failsWith('not_found'))
  }
  await expect(backups.list(stranger, id, BackupsQuery.parse({}))).rejects.toEqual(failsWith('not_found'))
})

it('a running backup can be canceled but not deleted; a finished one can be deleted but not canceled', async () => {
  const [begun] = (await backups.trigger(actor, id, { serviceId })).items
  const place = { id, bid: begun?.id ?? newId('bkp') }
  await expect(backups.remove(actor, place)).rejects.toEqual(failsWith('backup_not_finished'))
  await expect(backups.download(actor, place, { isPlain: false, signal })).rejects.toEqual(
    failsWith('backup_not_available'),
  )
  await expect(backups.cancel(actor, place)).resolves.toMatchObject({ id: place.bid })
  await expect(backups.cancel(actor, place)).resolves.toMatchObject({ id: place.bid })
  const done = { id, bid: await succeeded('dump') }
  await expect(backups.cancel(actor, done)).rejects.toEqual(failsWith('backup_already_finished'))
  await expect(backups.remove(actor, done)).resolves.toMatchObject({ status: 'succeeded' })
})

it('a locked backup can be deleted only after its lock ended', async () => {
  const place = { id, bid: await succeeded('dump') }
  const until = new Date(Date.now() + 60_000)
  await superuser.query('update backups set locked_until = $2 where id = $1', [place.bid, until])
  expect(await backups.get(actor, place)).toMatchObject({ lockedUntil: until })
  const items = 'select from trash_items where subject_id = $1'
  for (const each of [actor, { ...actor, kind: 'token' as const }])
    await expect(backups.remove(each, place)).rejects.toMatchObject({
      problem: { code: 'backup_locked', status: 409 },
      extra: { lockedUntil: until.toISOString() },
    })
  expect((await superuser.query(items, [place.bid])).rows).toEqual([])
  await superuser.query('update backups set locked_until = now() where id = $1', [place.bid])
  await expect(backups.remove(actor, place)).resolves.toMatchObject({ id: place.bid })
  expect((await superuser.query(items, [place.bid])).rows).toHaveLength(1)
})

describe('a download', () => {
  it('returns the stored archive, or the dump in it', async () => {
    const place = { id, bid: await succeeded('the dump') }
    const { sha256 } = await backups.get(actor, place)
    const stored = await backups.download(actor, place, { isPlain: false, signal })
    expect(stored.head.fileName).toMatch(/^db-bkp_\w+\.sql\.zst\.age$/)
    expect(
      createHash('sha256')
        .update(await buffer(stored.body))
        .digest('hex'),
    ).toBe(sha256)
    const plain = await backups.download(actor, place, { isPlain: true, signal })
    expect((await buffer(plain.body)).toString()).toBe('the dump')
  })

  it('the worker limits and records plain downloads itself, whatever the API says', async () => {
    const releases = new SecretReleases(database, { perOrganization: 1, ofAll: 2 })
    const link = directLink(createBackupCalls(tools, releases))
    const limited = createBackupsService({
      database,
      clock: systemClock,
      link,
      hasConfig: async () => true,
      ensureDefaultConfig: async () => undefined,
    })
    const place = { id, bid: await succeeded('the dump') }
    await buffer((await limited.download(actor, place, { isPlain: true, signal })).body)
    await expect(limited.download(actor, place, { isPlain: true, signal })).rejects.toEqual(failsWith('rate_limited'))
    await buffer((await limited.download(actor, place, { isPlain: false, signal })).body)
    const { rows } = await superuser.query(
      `select target_id from audit_log where organization_id = $1 and action = 'secret.released'`,
      [actor.organizationId],
    )
    expect(rows).toEqual([{ target_id: place.bid }])
  })

  it('returns 403 for a plain download with a token', async () => {
    const place = { id, bid: await succeeded('dump') }
    const token = { ...actor, kind: 'token' as const }
    await expect(backups.download(token, place, { isPlain: true, signal })).rejects.toEqual(
      failsWith('person_required'),
    )
  })

  it.each([
    ['a bit is turned', (bytes: Buffer) => bytes.map((byte, at) => (at === bytes.length - 30 ? byte ^ 1 : byte))],
    ['its end is missing', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['something follows', (bytes: Buffer) => Buffer.concat([bytes, Buffer.of(0)])],
    ['it is empty', () => Buffer.alloc(0)],
  ])('fails at its end when %s', async (_, change) => {
    const bid = await succeeded('the dump', change)
    const opened = await openBackup(tools, actor.organizationId, bid)
    await expect(buffer(opened.plain(signal))).rejects.toMatchObject({ code: 'backup_damaged' })
    const { body } = await backups.download(actor, { id, bid }, { isPlain: false, signal })
    await expect(buffer(body)).rejects.toThrow()
  })
})

async function list(query: object = {}) {
  return await backups.list(actor, id, BackupsQuery.parse(query))
}

/** Creates a backup as a run would. `change` modifies the archive afterwards. */
async function succeeded(dump: string, change = (bytes: Buffer): Uint8Array => bytes): Promise<Id<'bkp'>> {
  const bid = newId('bkp')
  const packed = await pack(oneOf(Buffer.from(dump)), [key.recipient])
  const bytes = await buffer(packed.content)
  const objectKey = `backups/${bid}/1.zst.age`
  await store.put(objectKey, oneOf(change(bytes)), { signal })
  const { packedBytes, packedSha256 } = packed.digest()
  const content = { objects: [], tables: [], entries: null }
  const about = { form: 1, engine: 'postgres', engineVersion: '17.6', engineImage: 'postgres:17', databaseName: 'app' }
  const manifest = { ...about, content, hasEndMarker: true, ...packed.digest() }
  const destination = newId('bds')
  await superuser.query(
    `insert into backup_destinations (id, organization_id, name, type, configuration) values ($1, $2, $3, 'control_plane', '{}')`,
    [destination, actor.organizationId, destination],
  )
  await superuser.query(
    `insert into backups (id, organization_id, environment_id, service_id, service_name, kind, status, run_id, engine, destination_id,
       object_key, size_bytes, sha256, manifest, finished_at)
     values ($1, $2, $3, $4, 'db', 'manual', 'succeeded', $1, 'postgres', $5, $6, $7, $8, $9, now())`,
    [
      bid,
      actor.organizationId,
      id,
      serviceId,
      destination,
      objectKey,
      packedBytes,
      packedSha256,
      JSON.stringify(manifest),
    ],
  )
  return bid
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../../platform/access/actor.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import { encodeId, newId } from '../../../../platform/ids/type-id.ts'
import { testDriver } from '../../../../testing/durable-driver.ts'
import { createFakeLockingStore, type FakeLockingStore } from '../../../../testing/fake-locking-store.ts'
import { createTestBackupSchedules } from '../../../../testing/test-backup-schedules.ts'
import { useTestDatabase } from '../../../../testing/test-database.ts'
import { UpdateBackupConfigBody } from '../backup-configs.schemas.ts'
import { keepFinalBackup } from '../keep-final-backup.action.ts'
import { openStore } from '../open-store.remote.ts'
import { queueExpiry } from '../queue-expiry.action.ts'
import { createExpireBackups } from './expire-backups.workflow.ts'

const { database } = await useTestDatabase()
const { fixture, folder, tools, configs, newEnvironment } = await createTestBackupSchedules(database)
const dayMs = 86_400_000
const now = Date.now()
let actor: Actor
let environmentId: Id<'env'>
let destinationId: Id<'bds'>
let serviceId: Id<'svc'>

beforeEach(async () => {
  actor = await fixture.newActor()
  await setTrashDays(1)
  environmentId = await newEnvironment(actor)
  const retention = { keepLast: 2, keepDaily: 0, keepWeekly: 0, keepMonthly: 0 }
  const config = UpdateBackupConfigBody.parse({ destination: { type: 'controlPlane' }, retention })
  destinationId = (await configs.update(actor, environmentId, config)).destination.id
  serviceId = newId('svc')
})

it('removes archive and manifest of backups that no rule keeps, and only then marks them as expired', async () => {
  const old = await backup({ daysAgo: 9 })
  const proven = await backup({ daysAgo: 8, proven: true })
  const kept = [await backup({ daysAgo: 2 }), await backup({ daysAgo: 1 })]
  await expire()
  expect(await statuses()).toEqual(
    new Map([[old, 'expired'], [proven, 'succeeded'], ...kept.map((id) => [id, 'succeeded'] as const)]),
  )
  expect((await objects()).filter((name) => name.startsWith(old))).toEqual([])
  expect((await objects()).length).toBe(6)
})

it('a shortened retention counts only after the retention of the trash, so that nothing is lost by it at once', async () => {
  const keep = (keepLast: number) => configs.update(actor, environmentId, { retention: { keepLast } })
  await keep(3)
  const all = [await backup({ daysAgo: 3 }), await backup({ daysAgo: 2 }), await backup({ daysAgo: 1 })]
  await keep(2)
  await keep(1)
  await expire()
  expect(await statuses()).toEqual(new Map(all.map((id) => [id, 'succeeded'])))
  const until = "jsonb_set(kept_longer, '{until}', to_jsonb(now() - interval '1 second'))"
  await sql`update backup_configs set kept_longer = ${sql.raw(until)} where environment_id = ${environmentId}`.execute(
    database.systemDb,
  )
  await expire()
  const end = await statuses()
  expect(all.map((id) => end.get(id))).toEqual(['expired', 'expired', 'succeeded'])
})

it('keeps the last backup of each day within the retention of the trash', async () => {
  await setTrashDays(90)
  const [old, ...recent] = [await backup({ daysAgo: 9 }), await backup({ daysAgo: 5 }), await backup({ daysAgo: 3 })]
  for (let count = 0; count < 3; count += 1) await backup({ daysAgo: 0 })
  await expire()
  const end = await statuses()
  expect(end.get(old)).toBe('expired')
  expect(recent.map((id) => end.get(id))).toEqual(['succeeded', 'succeeded'])
})

it('keeps everything while backups are off, and whatever a restore still needs', async () => {
  const old = await backup({ daysAgo: 9 })
  await backup({ daysAgo: 2 })
  await backup({ daysAgo: 1 })
  await configs.update(actor, environmentId, { enabled: false })
  await expire()
  expect((await statuses()).get(old)).toBe('succeeded')
  await configs.update(actor, environmentId, { enabled: true })
  await database.systemDb
    .insertInto('restores')
    .values({
      id: newId('rst'),
      organization_id: actor.organizationId,
      environment_id: environmentId,
      service_id: serviceId,
      source: 'backup',
      backup_id: old,
      target: 'in_place',
      status: 'restoring',
      run_id: newId('run'),
      new_volume: 'data-1',
    })
    .execute()
  await expire()
  expect((await statuses()).get(old)).toBe('succeeded')
})

it('ignores missing archives, and keeps the last backup of a deleted database', async () => {
  const old = await backup({ daysAgo: 9, isStored: false })
  await backup({ daysAgo: 2 })
  await backup({ daysAgo: 1 })
  await expire()
  expect((await statuses()).get(old)).toBe('expired')
  const about = { environmentId, serviceId, now: new Date(now) }
  const keep = () => database.tenant(actor.organizationId, (tx) => keepFinalBackup(tx, actor.organizationId, about))
  expect(await keep()).toBe('needed')
  const last = await backup({ daysAgo: 0 })
  expect(await keep()).toBe('kept')
  for (let count = 0; count < 3; count += 1) await backup({ daysAgo: 0 })
  await expire()
  expect((await statuses()).get(last)).toBe('succeeded')
})

describe('in a bucket with object lock', () => {
  let storeNow: Date
  let store: FakeLockingStore

  beforeEach(() => {
    storeNow = new Date()
    store = createFakeLockingStore({ now: () => storeNow })
  })

  const later = () => new Date(Date.now() + 60_000)
  async function lockedBackup(daysAgo: number, { until, status = 'succeeded' }: { until: Date; status?: string }) {
    const id = await backup({ daysAgo, isStored: false })
    const object_key = `env/${id}/archive`
    const lock = { mode: 'compliance' as const, until }
    await store.put(object_key, content(), { signal: AbortSignal.timeout(10_000), lock })
    const set = { object_key, status, locked_until: until, lock_mode: 'compliance' }
    await database.systemDb.updateTable('backups').set(set).where('id', '=', id).execute()
    return id
  }

  it('keeps locked backups without an error, and removes them in the first run after the lock', async () => {
    const until = later()
    const locked = await lockedBackup(9, { until })
    for (const daysAgo of [2, 1]) await backup({ daysAgo, isStored: false })
    expect(await expire({ openStore: async () => store })).toBe('succeeded')
    expect((await statuses()).get(locked)).toBe('succeeded')
    await unlock(locked)
    // The clock of the store is behind, so it still refuses.
    expect(await expire({ openStore: async () => store })).toBe('succeeded')
    expect((await statuses()).get(locked)).toBe('succeeded')
    storeNow = until
    await store.remove(`env/${locked}/archive`, { signal: AbortSignal.timeout(10_000) })
    expect(await expire({ openStore: async () => store })).toBe('succeeded')
    expect((await statuses()).get(locked)).toBe('expired')
    expect(store.storedKeys()).toEqual([])
  })

  it('removes what a failed backup had to leave behind, once its lock ended', async () => {
    const until = later()
    const failed = await lockedBackup(3, { until, status: 'failed' })
    await expire({ openStore: async () => store })
    expect(store.storedKeys()).toHaveLength(1)
    await unlock(failed)
    storeNow = until
    await expire({ openStore: async () => store })
    expect(store.storedKeys()).toEqual([])
    const row = database.systemDb.selectFrom('backups').selectAll().where('id', '=', failed)
    expect(await row.executeTakeFirst()).toMatchObject({ status: 'failed', locked_until: null, object_key: null })
  })

  async function unlock(id: Id<'bkp'>): Promise<void> {
    const locked_until = new Date(Date.now() - 1_000)
    await database.systemDb.updateTable('backups').set({ locked_until }).where('id', '=', id).execute()
  }
})

async function setTrashDays(trash_days: number): Promise<void> {
  await database.systemDb
    .updateTable('organizations')
    .set({ trash_days })
    .where('id', '=', actor.organizationId)
    .execute()
}

async function backup({
  daysAgo,
  proven = false,
  isStored = true,
}: {
  daysAgo: number
  proven?: boolean
  isStored?: boolean
}) {
  const id = newId('bkp')
  const at = new Date(now - daysAgo * dayMs)
  const store = await openStore(tools, actor.organizationId, destinationId)
  const signal = AbortSignal.timeout(10_000)
  if (isStored) for (const key of [id, `${id}.manifest.json`]) await store.put(`env/${key}`, content(), { signal })
  await database.systemDb
    .insertInto('backups')
    .values({
      id,
      organization_id: actor.organizationId,
      environment_id: environmentId,
      service_id: serviceId,
      service_name: 'db',
      kind: 'scheduled',
      status: 'succeeded',
      run_id: newId('run'),
      engine: 'postgres',
      destination_id: destinationId,
      object_key: `env/${id}`,
      sha256: '0'.repeat(64),
      manifest: '{}',
      started_at: at,
      finished_at: at,
      proven_at: proven ? at : null,
    })
    .execute()
  return id
}

async function* content(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('archive')
}

/** Returns the status of the run. */
async function expire({
  openStore: open = (organizationId, id) => openStore(tools, organizationId, id),
}: Partial<Pick<Parameters<typeof createExpireBackups>[0], 'openStore'>> = {}): Promise<string | undefined> {
  const { organizationId } = actor
  await database.tenant(organizationId, (tx) => queueExpiry(tx, organizationId, environmentId))
  const key = `expire-backups/${environmentId}`
  await testDriver(database, [createExpireBackups({ database, openStore: open })]).drive(key)
  const runs = database.systemDb.selectFrom('workflow_runs').select('status').where('key', '=', key)
  return (await runs.orderBy('id', 'desc').executeTakeFirst())?.status
}

async function statuses(): Promise<Map<string, string>> {
  const rows = await database.systemDb
    .selectFrom('backups')
    .select(['id', 'status'])
    .where('environment_id', '=', environmentId)
    .execute()
  return new Map(rows.map(({ id, status }) => [id, status]))
}

async function objects(): Promise<string[]> {
  return await readdir(join(folder, encodeId('org', actor.organizationId), 'env'))
}

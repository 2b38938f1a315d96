import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../../platform/access/actor.ts'
import type { Id } from '../../../../platform/ids/brand.ts'
import { encodeId, newId } from '../../../../platform/ids/type-id.ts'
import { testDriver } from '../../../../testing/durable-driver.ts'
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

async function expire(): Promise<void> {
  const { organizationId } = actor
  await database.tenant(organizationId, (tx) => queueExpiry(tx, organizationId, environmentId))
  await testDriver(database, [createExpireBackups(tools)]).drive(`expire-backups/${environmentId}`)
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

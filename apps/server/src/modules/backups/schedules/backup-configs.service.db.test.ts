import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { encodeId, newId } from '../../../platform/ids/type-id.ts'
import { createTestBackupSchedules } from '../../../testing/test-backup-schedules.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { failsWith } from '../../../testing/test-projects.ts'
import { UpdateBackupConfigBody } from './backup-configs.schemas.ts'

const { database } = await useTestDatabase()
const { fixture, destinations, configs, newEnvironment } = await createTestBackupSchedules(database)
const update = (body: object, by = actor) => configs.update(by, id, UpdateBackupConfigBody.parse(body))
const here = { destination: { type: 'controlPlane' } }
let actor: Actor
let id: Id<'env'>

beforeEach(async () => {
  actor = await fixture.newActor()
  id = await newEnvironment(actor)
})

it('is created with only a storage location, and updated field by field', async () => {
  await expect(configs.get(actor, id)).rejects.toEqual(failsWith('backups_not_configured'))
  await expect(update({ enabled: true })).rejects.toEqual(failsWith('validation_failed'))
  const created = await update(here)
  expect(created).toMatchObject({
    enabled: true,
    schedule: '0 3 * * *',
    timezone: 'UTC',
    catchUp: true,
    restoreTests: 'daily',
  })
  expect(created.nextRunAt?.getUTCHours()).toBe(3)
  const changed = await update({ schedule: '30 */6 * * *', timezone: 'Europe/Berlin', retention: { keepDaily: 3 } })
  expect(changed).toMatchObject({
    destination: created.destination,
    retention: { ...created.retention, keepDaily: 3 },
    version: 2,
  })
  expect(await configs.get(actor, id)).toEqual(changed)
  expect(await configs.test(actor, id)).toMatchObject({ ok: true })
  await expect(destinations.remove(actor, created.destination.id)).rejects.toEqual(failsWith('destination_in_use'))
})

it('updates its schedule, and leaves it alone while nothing about it changes', async () => {
  await update(here)
  const [first] = await schedules()
  expect(first).toMatchObject({ cron: '0 3 * * *', timezone: 'UTC', missed: 'run_once', enabled: true })
  await update({ restoreTests: 'off' })
  expect(await schedules()).toEqual([first])
  await update({ enabled: false, catchUp: false })
  expect(await schedules()).toMatchObject([{ enabled: false, missed: 'skip' }])
  expect((await configs.get(actor, id)).nextRunAt).toBeNull()
})

it.each([
  ['every minute', '* * * * *'],
  ['ten minutes apart', '0,10 3 * * *'],
  ['close over the hour', '0,50 * * * *'],
  ['never', '0 0 30 2 *'],
  ['no cron', '1 2 3 4 5 6 7'],
  ['out of range', '99 3 * * *'],
])('returns 422 for a schedule: %s', async (_, schedule) => {
  await expect(update({ ...here, schedule })).rejects.toEqual(failsWith('validation_failed'))
  expect(await schedules()).toEqual([])
})

it.each(['*/15 * * * *', '0 3 * * 1', '0 0 29 2 *', '45 23 1,15 * *'])('accepts %s', async (schedule) => {
  expect(await update({ ...here, schedule })).toMatchObject({ schedule })
})

it('returns 422 for an invalid time zone and an invalid key; 404 for resources of another organization', async () => {
  await expect(update({ ...here, timezone: 'Europe/Atlantis' })).rejects.toEqual(failsWith('validation_failed'))
  const recipient = `age1${'q'.repeat(58)}`
  await expect(update({ ...here, encryption: { recipient } })).rejects.toEqual(failsWith('validation_failed'))
  const absent = { destination: { id: encodeId('bds', newId('bds')) } }
  await expect(update(absent)).rejects.toEqual(failsWith('not_found'))
  const other = await fixture.newActor()
  await expect(update(here, other)).rejects.toEqual(failsWith('not_found'))
  await expect(configs.get(other, id)).rejects.toEqual(failsWith('not_found'))
  await update(here)
  await expect(configs.test(other, id)).rejects.toEqual(failsWith('not_found'))
  await expect(update({ enabled: false }, { ...actor, ifMatch: 7 })).rejects.toEqual(failsWith('version_mismatch'))
})

it('returns 403 when a token that is limited to projects names another storage location; everything else is allowed', async () => {
  const limited = { ...actor, projectIds: new Set([newId('prj')]) }
  await expect(update(here, limited)).rejects.toEqual(failsWith('forbidden'))
  const created = await update(here)
  expect(
    await update({ enabled: false, destination: { id: encodeId('bds', created.destination.id) } }, limited),
  ).toMatchObject({
    enabled: false,
  })
})

async function schedules() {
  return await database.systemDb
    .selectFrom('schedules')
    .select(['cron', 'timezone', 'missed', 'enabled', 'next_run_at'])
    .where('organization_id', '=', actor.organizationId)
    .execute()
}
